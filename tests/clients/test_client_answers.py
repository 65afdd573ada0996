"""What the service answers, as the client gives it: answers, stored games, batches, errors."""

import pytest

from pisyedili.client import (
    Answer,
    Card,
    Client,
    Draw,
    IllegalMove,
    Include,
    InvalidRequest,
    LimitExceeded,
    PisYediliError,
    Record,
    Turn,
)
from tests.clients.server_process import ServerProcess
from tests.clients.test_client_games import PRESETS, SEED


def test_an_answer_holds_what_was_asked_for(client: Client, server: ServerProcess) -> None:
    include = Include(moves=True, scores=True, seats=(2, 0), spectator=True)
    game = client.create_game("gamyun", seats=4, names=list("ABCD"), include=include, game_id="x1")
    assert (game.id, game.names, game.seats) == ("x1", tuple("ABCD"), 4)
    before = len(server.calls())
    for _ in range(4):
        game.move(game.moves()[0])
        assert game.score().seats
    assert len(server.calls()) - before in (3, 4)
    assert [update.view.viewer for update in game.answer.views] == [2, 0, None]
    hidden = game.answer.views[-1].view
    assert (hidden.hand, hidden.hands) == ((), ())
    assert all(isinstance(card, Card) for card in game.view(0).hand)


def test_a_game_goes_on_from_its_bytes(client: Client) -> None:
    game = client.create_game("simple", seats=2, seed=SEED)
    game.play_default()
    with pytest.raises(ValueError, match="expected a game held from its beginning"):
        client.resume(game.state).record()
    with pytest.raises(ValueError, match="expected the record of a game after 1 moves"):
        client.resume(game.state, record=Record())
    resumed = client.resume(game.state, record=game.record())
    resumed.play_default()
    assert client.verify(resumed.record(), resumed.state)
    assert not client.verify(resumed.record(), game.state)
    assert resumed.written().ply == 2
    with pytest.raises(InvalidRequest) as torn:
        client.resume(b"\xff\xff")
    assert [fault.path for fault in torn.value.fields] == ["game.opaque"]


def test_a_backend_that_keeps_games_needs_no_holder(client: Client) -> None:
    game = client.create_game("simple", seats=2, seed=SEED)
    state, seat = game.state, game.seat
    move = client.list_moves(state)[0]
    assert client.list_refused(state) == game.refused()
    assert client.check_move(state, seat, move) is None
    answer = client.apply_move(state, seat, str(move))
    assert client.apply_moves(state, [(seat, move)]) == answer.game
    game.move(move)
    assert answer.game == game.state
    assert client.score_game(answer.game) == game.score()
    assert client.view_game(answer.game, 1) == game.view(1)


def test_a_round_that_is_over_is_shown_and_followed_by_the_next(client: Client) -> None:
    game = client.create_game("classic", seats=2, seed=SEED)
    while not game.round_over:
        game.play_default()
    view, score = game.view(), game.score()
    assert view.scores == (tuple(seat.total for seat in score.seats),)
    assert [len(hand) for hand in view.hands] == [seat.hand_size for seat in view.seats]
    assert view.phase.reason
    assert isinstance(view.hands[0], tuple)
    answer = client.start_round(game.state)
    game.start_round()
    assert (game.state, game.round, len(game.record().rounds)) == (answer.game, 1, 2)


def test_many_moves_are_applied_all_or_none(client: Client) -> None:
    game = client.create_game("crazy-eights", seats=2, seed=SEED)
    first = game.seat
    state = game.state
    with pytest.raises(IllegalMove) as refused:
        game.apply_moves([(first, "draw"), (1 - first, "draw")])
    assert refused.value.facts["index"] == "1"
    assert game.state == state
    game.apply_moves([(first, "draw"), (first, Draw())])
    assert game.ply == 2
    assert client.verify(game.record(), game.state)


def test_a_batch_tells_each_games_fate(client: Client) -> None:
    game = client.create_game("crazy-eights", seats=2, seed=SEED)
    good = Turn(game.state, game.seat, Draw(), include=Include(moves=True))
    bad = Turn(game.state, 1 - game.seat, Draw())
    one, other = client.batch_apply([good, bad])
    assert isinstance(one, Answer)
    assert one.legal is not None
    assert isinstance(other, IllegalMove)
    with pytest.raises(LimitExceeded) as over:
        client.batch_apply([good] * 257)
    assert over.value.reason_name == "TOO_MANY_ITEMS"


def test_house_rules_and_whole_rules_make_the_same_table(client: Client) -> None:
    patch = {"table": {"jokers": 0}, "effects": {"7": {"draw_next": {"cards": 2}}}}
    check = client.check_rules("gamyun", patch=patch)
    assert check.rules is not None
    one = client.create_game("gamyun", 4, patch=patch, seed=SEED, game_id="a")
    other = client.create_game(seats=4, rules=check.rules, seed=SEED, game_id="a")
    assert one.state == other.state
    assert one.rules == check.rules
    with pytest.raises(InvalidRequest) as refused:
        client.create_game("gamyun", 4, patch={"table": {"hand": 60}})
    assert (refused.value.reason_name, refused.value.fields[0].reason) == ("INVALID_RULES", 31)


def test_presets_have_names_in_three_languages(client: Client) -> None:
    presets = client.presets()
    assert {preset.id for preset in presets} >= set(PRESETS)
    assert all(preset.name.tr and preset.line.en and preset.line.de for preset in presets)


def test_rules_are_told_in_words(client: Client) -> None:
    assert client.describe_rules("simple", language="tr").startswith("# Sade Pis Yedili\n")
    patch = {"effects": {"9": {"skip": 1}}}
    told = client.describe_rules("simple", patch=patch, name="Our house")
    assert told.startswith("# Our house\n")
    assert "| 9, Jack |" in told
    whole = client.check_rules("simple", patch=patch).rules
    assert client.describe_rules(rules=whole, name="Our house") == told
    with pytest.raises(InvalidRequest) as refused:
        client.describe_rules("simple", patch={"table": {"hand": 60}})
    assert [field.path for field in refused.value.fields] == ["table.hand"]
    with pytest.raises(ValueError, match="expected one of tr, en, de, got 'fr'"):
        client.describe_rules("simple", language="fr")


def test_rule_sets_are_compared_however_they_are_given(client: Client) -> None:
    patch = {"effects": {"9": {"skip": 1}}}
    whole = client.check_rules("simple", patch=patch).rules
    assert whole is not None
    (found,) = client.compare_rules("simple", ("simple", patch), language="de")
    assert client.compare_rules("simple", whole, language="de") == (found,)
    assert str(found) == "effects.9.skip: 0 / 1"
    assert found.a_sentence == "9: Ohne Wirkung."
    assert found.b_sentence.startswith("9: Der nächste Spieler setzt aus.")
    (cover,) = client.compare_rules(("", {"tek": {"forgotten_draws": 1}}), ("", {}))
    assert str(cover) == "tek.forgotten_draws: 1 / 0"


def test_all_errors_are_of_one_kind(client: Client) -> None:
    with pytest.raises(PisYediliError) as error:
        client.create_game("gamyum")
    assert error.value.facts["got"] == "gamyum"
