"""Games are played through both clients against the real service."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from pisyedili.client import (
    AsyncClient,
    Client,
    Game,
    IllegalMove,
    Include,
    Pass,
    Play,
    Record,
    StaleGame,
    Suit,
    Turn,
    events,
)
from tests.clients.server_process import ServerProcess

PRESETS = (
    "classic",
    "crazy-eights",
    "crazy-eights-special",
    "gamyun",
    "mau-mau",
    "pesten",
    "simple",
    "standard",
    "switch",
)
EXAMPLE = Path(__file__).parents[2] / "clients/python/examples/play_match.py"
SEED = bytes(range(32))
TWO_ROUNDS = {"match": {"rounds": 2}}
LISTED = Include(moves=True)
FEW_CARDS = {"table": {"hand": 2, "packets": [2]}, "turn": {"pass_after": 0}}

M = TypeVar("M", Play, Pass)


def dice(seed: int | str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret depends on it


def position(client: Client, kind: type[M], wanted: Callable[[M], bool]) -> tuple[Game, M]:
    """Play on by random moves until such a move is legal."""
    chance = dice(5)
    game = client.create_game("standard", 3, seed=SEED, patch=FEW_CARDS)
    while True:
        moves = (move for move in game.moves() if isinstance(move, kind))
        found = next((move for move in moves if wanted(move)), None)
        if found:
            return game, found
        if game.round_over:
            game = client.create_game("standard", 3, seed=chance.randbytes(32), patch=FEW_CARDS)
        else:
            game.move(chance.choice(game.moves()))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_played_recorded_and_replayed(client: Client, preset: str) -> None:
    game = client.create_game(preset, seats=4, seed=SEED, patch=TWO_ROUNDS, include=LISTED)
    chance = dice(preset)
    while not game.match_over:
        if game.round_over:
            game.start_round()
        game.move(chance.choice(game.moves()))
    record = Record.FromString(game.record().SerializeToString())
    assert len(record.rounds) == 2
    assert client.verify(record, game.state)
    assert client.replay(record).state == game.state
    assert game.score().match_winners
    assert isinstance(game.events[-1], events.MatchEnded)
    assert list(game.moves()) == []
    with pytest.raises(ValueError, match="expected a round that is played"):
        game.play_default()
    with pytest.raises(IllegalMove) as refused:
        game.start_round()
    assert refused.value.reason_name == "MATCH_OVER"


def test_four_matches_are_played_at_once_by_asyncio(server: ServerProcess) -> None:
    async def play(client: AsyncClient, seed: int) -> bytes:
        game = await client.create_game("gamyun", seats=4, seed=bytes([seed] * 32))
        while not game.match_over:
            if game.round_over:
                await game.start_round()
            await game.play_default()
        assert await client.verify(game.record(), game.state)
        assert (await client.replay(game.record())).state == game.state
        return game.state

    async def main() -> list[bytes]:
        async with AsyncClient(server.target, deadline=60) as client:
            return await asyncio.gather(*(play(client, seed) for seed in range(4)))

    assert len(set(asyncio.run(main()))) == 4


def test_every_asyncio_method_answers(server: ServerProcess) -> None:
    async def main() -> None:
        async with AsyncClient(server.target, deadline=60) as client:
            assert {preset.id for preset in await client.presets()} >= set(PRESETS)
            assert (await client.check_rules("gamyun", patch={"table": {"hand": 60}})).faults
            assert (await client.describe_rules("gamyun", language="de")).startswith("# Pis Yedili")
            assert await client.compare_rules("gamyun", "simple")
            game = await client.create_game("simple", seats=2, seed=SEED)
            state, seat = game.state, game.seat
            legal = await client.list_moves(state)
            assert legal == await game.moves()
            assert await client.list_refused(state) == await game.refused()
            move = next(move for move in legal if isinstance(move, Play))
            assert await client.check_move(state, seat, move) is None
            assert await game.check(move) is None
            answer = await client.apply_move(state, seat, move)
            assert await client.apply_moves(state, [(seat, move)]) == answer.game
            assert await client.batch_apply([Turn(state, seat, move)]) == (answer,)
            assert await game.play(move.cards, move.suit) == answer.events
            assert await client.score_game(game.state) == await game.score()
            assert await client.view_game(game.state, 1) == await game.view(1)
            resumed = client.resume(game.state, record=game.record())
            with pytest.raises(IllegalMove):
                await resumed.pass_()
            with pytest.raises(IllegalMove):
                await resumed.start_round()
            with pytest.raises(IllegalMove):
                await client.start_round(resumed.state)
            await resumed.apply_moves([(resumed.seat, (await resumed.moves())[0])])
            assert await client.verify(resumed.record(), resumed.state)
            with pytest.raises(IllegalMove):
                await client.within(30).resume(state).draw(seat=1 - seat)

    asyncio.run(main())


def test_a_suit_is_named_in_any_language(client: Client) -> None:
    game, jack = position(client, Play, lambda play: play.suit is not None)
    for named in ("♥", "kupa", "Herz", "hearts", "H", Suit.HEARTS):
        again = client.resume(game.state)
        happened = again.play(str(jack.cards[0]), suit=named)
        assert events.SuitNamed(game.seat, Suit.HEARTS) in happened
        assert again.view().suit is Suit.HEARTS


def test_several_cards_go_down_at_once(client: Client) -> None:
    game, aces = position(client, Play, lambda play: len(play.cards) > 1 and not play.tek)
    seat = game.seat
    assert game.play(" ".join(map(str, aces.cards)))[0] == events.CardsPlayed(seat, aces.cards)


def test_a_refused_move_leaves_the_game_and_tells_why(client: Client) -> None:
    game = client.create_game("gamyun", seats=4, seed=SEED)
    state, other = game.state, (game.seat + 1) % 4
    with pytest.raises(IllegalMove) as refused:
        game.draw(seat=other)
    error = refused.value
    assert error.reason_name == "OUT_OF_TURN"
    assert error.code.name == "FAILED_PRECONDITION"
    assert {"expected", "got"} <= error.facts.keys()
    assert error.request_id
    refusal = game.check("draw", seat=other)
    assert refusal is not None
    assert (refusal.reason, str(refusal)) == (error.reason, str(error))
    assert game.state == state
    assert not game.record().rounds[0].moves


def test_a_second_tap_is_stale(client: Client) -> None:
    game = client.create_game("crazy-eights", seats=4, seed=SEED)
    seen = game.ply
    game.draw(ply=seen)
    with pytest.raises(StaleGame) as stale:
        game.draw(ply=seen)
    assert (stale.value.facts["expected"], stale.value.facts["got"]) == ("1", "0")


def test_tek_is_called_with_a_play(client: Client) -> None:
    game, last = position(client, Play, lambda play: play.tek)
    assert events.TekCalled(game.seat) in game.play(last.cards, last.suit, tek=True)


def test_tek_is_called_with_a_pass(client: Client) -> None:
    game, call = position(client, Pass, lambda passing: passing.tek)
    seat = game.seat
    assert events.TekCalled(seat) in game.pass_(tek=call.tek)


def test_one_client_serves_many_threads(client: Client) -> None:
    def play(seed: int) -> bool:
        game = client.create_game("simple", seats=2, seed=bytes([seed] * 32))
        while not game.round_over:
            game.play_default()
        return client.verify(game.record(), game.state)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(play, range(8)))


def test_the_example_plays_a_match(server: ServerProcess) -> None:
    command = (sys.executable, str(EXAMPLE), server.target, "simple", "2")
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "1. seat" in done.stdout
    assert done.stdout.endswith("The record leads here: True\n")
    wrong = subprocess.run(  # noqa: S603 - our own program
        (*command[:3], "gamyum"), capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("play_match: preset: expected one of")
