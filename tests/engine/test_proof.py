"""The proof of written games: honest ones pass, and of others the first lie is named."""

from random import Random
from typing import Final

from hypothesis import given, settings

from pisyedili.engine.cards import CARD_NAMES, CARDS, format_cards, parse_card, parse_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.moves import PASS
from pisyedili.engine.proof import Lie, Sealed, Verified, _Proof, verify
from pisyedili.engine.record import Record, replay
from pisyedili.engine.record_text import format_transcript, parse_transcript
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.ruletext import digest
from pisyedili.engine.shuffle import commitment, round_seed
from pisyedili.engine.state import MatchOver, Transition
from pisyedili.engine.transcript import Hand, Item, Made, Points, Top, Transcript, transcribe
from tests.engine.builder import SEED, presets, rulebook
from tests.engine.playing import random_game, short_record
from tests.engine.strategies import RANDOMS, RULEBOOKS, SEEDS, random_seats

PRESETS: Final = presets()
RECORD: Final = random_game(rulebook("standard", "safety.turns = 40"), 3, SEED).play_out().record()
WRITTEN: Final = transcribe(RECORD, PRESETS)


def proved(source: str | Transcript | Record) -> Verified:
    found = verify(source, PRESETS)
    assert isinstance(found, Verified), found
    return found


def lie(source: str | Transcript | Record) -> Lie:
    found = verify(source, PRESETS)
    assert isinstance(found, Lie), found
    return found


def changed(old: str, new: str, *, text: str = format_transcript(WRITTEN)) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def item_changed(kind: type, changes: dict[str, object], *, number: int = 0) -> Transcript:
    """Return the transcript with an item of its second round changed."""
    items = list(WRITTEN.rounds[1].items)
    at = [index for index, item in enumerate(items) if isinstance(item, kind)][number]
    items[at] = items[at].replace(**changes)
    second = WRITTEN.rounds[1].replace(items=tuple(items))
    return WRITTEN.replace(rounds=(WRITTEN.rounds[0], second, *WRITTEN.rounds[2:]))


@given(RULEBOOKS, SEEDS, RANDOMS)
@settings(max_examples=60)
def test_every_honest_record_is_proved(book: Rulebook, seed: bytes, chance: Random) -> None:
    game = random_game(book, random_seats(chance, book.rules), seed, 200).play_out()
    record = game.record()
    text = format_transcript(transcribe(record, PRESETS))
    for source in (record, text):
        found = proved(source)
        assert found.state == game.state == replay(record)
        assert found.moves == sum(map(len, record.rounds)) == game.state.ply


def test_a_whole_match_is_proved_to_its_end() -> None:
    assert isinstance(proved(WRITTEN).state.phase, MatchOver)
    assert proved(WRITTEN).moves == sum(map(len, RECORD.rounds))
    assert proved(format_transcript(WRITTEN)) == proved(WRITTEN) == proved(RECORD)


def test_a_proved_game_keeps_its_id_and_its_names() -> None:
    record = RECORD.replace(game_id="kitchen", names=("Ada", "Can", "Eda"), rounds=())
    assert proved(record).state == replay(record)


def test_a_seed_that_was_not_committed_to_is_a_lie() -> None:
    found = lie(changed(commitment(SEED).hex(), commitment(SEED[::-1]).hex()))
    assert (found.round, found.move, found.line) == (0, 0, 8)
    assert found.what == "the commitment to the seed"
    assert found.expected == commitment(SEED).hex()
    assert found.got == commitment(SEED[::-1]).hex()


def test_a_round_that_was_not_committed_to_is_a_lie() -> None:
    honest, other = (commitment(round_seed(SEED, number)).hex() for number in (1, 2))
    proved(changed("Round 2\n", f"Round 2 {honest}\n"))
    found = lie(changed("Round 2\n", f"Round 2 {other}\n"))
    where = f"line {found.line}, round 2, the commitment to the seed"
    assert str(found) == f"{where}: expected {honest}, got {other}"
    assert format_transcript(WRITTEN).splitlines()[found.line - 1] == "Round 2"


def test_rules_that_are_not_those_of_the_digest_are_a_lie() -> None:
    found = lie(changed("safety.turns = 40", "safety.turns = 41"))
    known = digest(rulebook("standard", "safety.turns = 41").rules)
    where = "line 5, the digest of the rules"
    assert str(found) == f"{where}: expected {known}, got {digest(RECORD.rulebook.rules)}"


def test_a_table_that_the_rules_do_not_allow_is_a_lie() -> None:
    found = lie(changed('[Seats "3"]', '[Seats "2"]'))
    expected = "expected one that the rules allow, got seats: expected 3 to 7 seats, got 2"
    assert str(found) == f"the table: {expected}"


def test_another_seed_is_found_out_by_the_first_hand() -> None:
    tags = tuple(
        tag.replace(values=(SEED[::-1].hex(),)) if tag.name == "Seed" else tag
        for tag in WRITTEN.tags
        if tag.name != "Commitment"
    )
    found = lie(WRITTEN.replace(tags=tags))
    assert (found.round, found.move, found.what) == (1, 0, "the hand of seat 1")


def test_a_hand_that_was_not_dealt_is_a_lie() -> None:
    dealt = next(item for item in WRITTEN.rounds[1].items if isinstance(item, Hand))
    other = next(card for card in CARDS if card not in dealt.cards)
    found = lie(item_changed(Hand, {"cards": (other, *dealt.cards[1:])}))
    assert (found.round, found.move) == (2, 0)
    assert found.what == f"the hand of seat {dealt.seat}"
    assert found.expected == format_cards(dealt.cards)
    assert found.got == format_cards((other, *dealt.cards[1:]))


def test_a_hand_is_told_in_any_order_and_of_a_seat_that_is_there() -> None:
    dealt = next(item for item in WRITTEN.rounds[1].items if isinstance(item, Hand))
    proved(item_changed(Hand, {"cards": dealt.cards[::-1]}))
    found = lie(item_changed(Hand, {"seat": 3}))
    assert (found.what, found.expected, found.got) == ("the seat", "0 to 2", "3")


def test_a_drawn_card_that_was_not_next_is_a_lie() -> None:
    moves = [item for item in WRITTEN.rounds[1].items if isinstance(item, Made)]
    number, draw = next((at, made) for at, made in enumerate(moves) if made.shown)
    found = lie(item_changed(Made, {"shown": parse_cards("joker")}, number=number))
    assert (found.round, found.move, found.what) == (2, number + 1, "the cards drawn")
    assert (found.expected, found.got) == (format_cards(draw.shown), "joker")


def test_a_move_of_a_seat_that_is_not_on_turn_is_a_lie() -> None:
    found = lie(item_changed(Made, {"seat": 0}))
    assert (found.round, found.move, found.what) == (2, 1, "the turn")
    assert (found.expected, found.got) == ("seat 2", "seat 0")


def test_a_move_that_the_rules_refuse_is_a_lie() -> None:
    found = lie(item_changed(Made, {"move": PASS, "shown": ()}))
    assert (found.round, found.move, found.what) == (2, 1, "the move")
    assert (found.expected, found.got) == ("a card of clubs to open with", "a pass")


def test_a_round_that_is_left_before_its_end_is_a_lie() -> None:
    cut = WRITTEN.rounds[0].replace(items=WRITTEN.rounds[0].items[:-2])
    found = lie(WRITTEN.replace(rounds=(cut, *WRITTEN.rounds[1:])))
    expected = "expected a round that is over, got one still being played"
    assert str(found) == f"round 2, the round: {expected}"
    assert proved(WRITTEN.replace(rounds=(cut,))).state.match.scores == ()


def test_a_round_after_the_match_and_a_move_after_the_round_are_lies() -> None:
    found = lie(WRITTEN.replace(rounds=(*WRITTEN.rounds, WRITTEN.rounds[0])))
    assert (found.round, found.move, found.what) == (5, 0, "the round")
    last = WRITTEN.rounds[3]
    longer = last.replace(items=(*last.items, Made(None, PASS)))
    found = lie(WRITTEN.replace(rounds=(*WRITTEN.rounds[:3], longer)))
    assert (found.round, found.what, found.got) == (4, "the move", "a pass")
    assert found.expected == "no move: the round is over"


def test_points_that_were_not_written_are_a_lie() -> None:
    points = next(item for item in WRITTEN.rounds[1].items if isinstance(item, Points)).points
    other = (points[0] + 1, *points[1:])
    found = lie(item_changed(Points, {"points": other}))
    assert (found.round, found.what) == (2, "the points")
    assert (found.expected, found.got) == (" ".join(map(str, points)), " ".join(map(str, other)))
    assert found.move == sum(isinstance(item, Made) for item in WRITTEN.rounds[1].items)


def test_points_before_the_end_of_a_round_are_a_lie() -> None:
    first = WRITTEN.rounds[0]
    early = first.replace(items=(Points((0, 0, 0)), *first.items))
    found = lie(WRITTEN.replace(rounds=(early,)))
    expected = "expected none, the round not being over, got 0 0 0"
    assert str(found) == f"round 1, the points: {expected}"


def test_a_top_card_that_does_not_lie_there_is_a_lie() -> None:
    text = '[Pisyedili "1"][Rules "simple"][Seats "2"]\n[Seed "{}"]\nRound 1\nTop {}'
    up = new_match(rulebook("simple"), 2, SEED).state.discard
    proved(text.format(SEED.hex(), format_cards(up)))
    found = lie(text.format(SEED.hex(), "joker"))
    assert (found.what, found.expected, found.got) == ("the top card", format_cards(up), "joker")
    assert (found.line, str(found)) == (
        4,
        f"line 4, round 1, the top card: expected {found.expected}, got joker",
    )


def test_what_is_not_there_is_none_in_the_words_of_a_lie() -> None:
    first = WRITTEN.rounds[0]
    dealt, *_ = (item for item in first.items if isinstance(item, Hand))
    written: dict[Item, str] = {
        Top(CARDS[0]): f"the top card: expected none, got {CARD_NAMES[CARDS[0]]}",
        Points(()): "the points: expected none, the round not being over, got none",
        Hand(dealt.seat, ()): f"the hand of seat {dealt.seat}: "
        f"expected {format_cards(dealt.cards)}, got none",
    }
    for item, said in written.items():
        found = lie(WRITTEN.replace(rounds=(first.replace(items=(item, *first.items)),)))
        assert str(found) == f"round 1, {said}"


def test_a_refused_move_is_named_by_its_line_and_a_round_by_its_own() -> None:
    lines = format_transcript(WRITTEN).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1: "))
    found = lie("\n".join((*lines[:at], "1: .", *lines[at:])))
    expected = "expected a card of clubs to open with, got a pass"
    assert str(found) == f"line {at + 1}, round 1, move 1, the move: {expected}"
    found = lie("\n".join((*lines, "Round 5")))
    expected = "expected a match with rounds to play, got a match that is over"
    assert str(found) == f"line {len(lines) + 1}, round 5, the round: {expected}"


def test_the_top_card_is_the_last_one_laid() -> None:
    written = transcribe(short_record(), PRESETS)
    (first,) = written.rounds

    def told(top: str) -> Transcript:
        items = (*first.items[:4], Top(parse_card(top)))
        return written.replace(rounds=(first.replace(items=items),))

    proved(told("A♦"))
    found = lie(told("A♠"))
    assert str(found) == "round 1, move 1, the top card: expected A♦, got A♠"


def test_a_lie_is_named_by_the_line_of_the_text() -> None:
    text = format_transcript(WRITTEN)
    line = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("Points"))
    lines = text.splitlines()
    lines[line - 1] = "Points 1 2 3"
    found = lie("\n".join(lines))
    assert (found.round, found.line) == (1, line)
    assert str(found).startswith(f"line {line}, round 1, move {found.move}, the points: expected ")


def test_only_the_first_lie_is_named() -> None:
    text = changed(commitment(SEED).hex(), commitment(b"").hex())
    found = lie(changed("safety.turns = 40", "safety.turns = 41", text=text))
    assert found.what == "the digest of the rules"


def test_a_record_whose_seed_is_not_open_is_sealed() -> None:
    tags = tuple(tag for tag in WRITTEN.tags if tag.name != "Seed")
    assert verify(WRITTEN.replace(tags=tags), PRESETS) == Sealed()
    hidden = parse_transcript(format_transcript(WRITTEN.replace(tags=tags)))
    assert verify(hidden, PRESETS) == Sealed()


def test_the_trace_tells_every_card_of_a_round() -> None:
    trace = proved(WRITTEN).trace
    assert (trace["seed"], trace["commitment"]) == (SEED.hex(), commitment(SEED).hex())
    assert (trace["seats"], trace["decks"], trace["jokers"]) == (3, 1, 0)
    assert trace["packets"] == [1] * 7
    for number, (told, played) in enumerate(zip(trace["rounds"], RECORD.rounds, strict=True)):
        assert told["commitment"] == commitment(round_seed(SEED, number)).hex()
        assert (told["dealer"], told["turned"]) == (number % 3, ())
        assert len(told["steps"]) == len(played) + 1
        laid = [step["play"] for steps in told["steps"] for step in steps if "play" in step]
        plays = [move for move in played if hasattr(move, "cards")]
        assert [parse_cards(" ".join(cards)) for cards in laid] == [move.cards for move in plays]


def test_an_engine_that_moves_other_cards_than_the_seed_says_is_found_out() -> None:
    proof = _Proof(RECORD)
    assert next(proof.lies(WRITTEN.replace(rounds=())), None) is None
    dealt = proof.state
    proof.made = Transition(dealt.replace(stock=dealt.stock[::-1]), ())
    found = next(proof._follow())
    assert (found.round, found.move, found.what) == (0, 0, "the stock")
    assert found.expected == format_cards(dealt.stock)
    assert found.got == format_cards(dealt.stock[::-1])
