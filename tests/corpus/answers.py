"""All that a service answers to one who holds a game: what later releases have to answer, too."""

from typing import Any

import grpc

from tests.corpus.contract import Json, OldClient, as_json
from tests.service.process import error_info


def answers(client: OldClient, held: bytes) -> Json:
    """Return what a game is, may become, is worth and looks like; its rules by themselves."""
    game = client.contract.message("Game")(opaque=held)
    state = client.contract.message("GameState").FromString(held)
    listed = client.call("ListMoves", game=game, include_refused=True)
    rules = as_json(state.rules)
    spectator, *seats = (
        _without(rules, as_json(client.call("ViewGame", game=game, **viewer).view))
        for viewer in ({}, *({"seat": seat} for seat in range(len(state.hands))))
    )
    return {
        "rules": rules,
        "game": _without(rules, as_json(state)),
        "again": client.contract.digest(client.call("ApplyMoves", game=game).game.opaque),
        "written_out": _written_out(client, state),
        "legal": as_json(listed.legal),
        "refused": [[item.card, item.refusal.reason] for item in listed.refused],
        "moves": [_moved(client, game, listed.legal.seat, move) for move in listed.legal.moves],
        "next_round": _next_round(client, game),
        "scores": _scores(client.call("ScoreGame", game=game).scores),
        "spectator": spectator,
        "seats": [_besides(spectator, seat) for seat in seats],
    }


def _written_out(client: OldClient, state: Any) -> str:
    """Return the digest of the game when it comes, and goes, in the form that people can read."""
    game = client.contract.message("Game")(state=state)
    again = client.call("ApplyMoves", game=game).game.state
    return client.contract.digest(again.SerializeToString(deterministic=True))


def _moved(client: OldClient, game: Any, seat: int, move: Any) -> Json:
    after = client.call("ApplyMove", game=game, seat=seat, move=move)
    return _after(client, after)


def _next_round(client: OldClient, game: Any) -> Json:
    try:
        return _after(client, client.call("StartRound", game=game))
    except grpc.RpcError as error:
        return {"refused": error_info(error).reason}


def _scores(scores: Any) -> Json:
    """Return scores, each card of a hand as a pair with its points."""
    told = as_json(scores)
    for seat, pairs in zip(told["seats"], scores.seats, strict=True):
        seat["hand"] = [[pair.card, pair.points] for pair in pairs.hand]
    return told


def _after(client: OldClient, answer: Any) -> Json:
    events = [as_json(event) for event in answer.events]
    return {"state": client.contract.digest(answer.game.opaque), "events": events}


def _without(rules: Json, told: Json) -> Json:
    assert told.pop("rules") == rules
    return told


def _besides(spectator: Json, seat: Json) -> Json:
    """Return what a seat sees besides, or otherwise than, a spectator, who sees nothing more."""
    assert spectator.keys() <= seat.keys()
    return {key: value for key, value in seat.items() if spectator.get(key) != value}
