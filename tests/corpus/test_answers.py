"""Games of every release, as their callers hold them, get the answers that they got then."""

from collections.abc import Iterator
from typing import Final

import grpc
import pytest
from google.protobuf.json_format import ParseDict

from pisyedili.engine.preset import Preset
from pisyedili.engine.proof import Verified, verify
from pisyedili.engine.record import replay
from pisyedili.engine.record_text import read_record
from pisyedili.engine.rulebook import Rulebook
from pisyedili.service.options import read_rules
from pisyedili.v1.rules_pb2 import Rules
from pisyedili.v1.state_pb2 import GameState
from tests.corpus.answers import answers
from tests.corpus.contract import OldClient, as_json
from tests.corpus.store import Release, releases
from tests.service.games import written
from tests.service.process import running

GAMES: Final = {
    f"{release.name}-{held.name}": (release, held)
    for release in releases()
    for held in release.games
}
RECORDS: Final = {
    f"{release.name}-{record.name}": (release, record)
    for release in releases()
    for record in release.records
}


@pytest.fixture(scope="module")
def channel() -> Iterator[grpc.Channel]:
    with running() as server, grpc.insecure_channel(server.address) as channel:
        yield channel


@pytest.mark.parametrize("name", GAMES)
def test_a_client_of_the_release_gets_the_answers_that_it_got(
    name: str, channel: grpc.Channel
) -> None:
    release, held = GAMES[name]
    assert answers(OldClient(release.contract, channel), held.state) == held.answers


@pytest.mark.parametrize("name", GAMES)
def test_a_game_means_the_same_in_this_contract(name: str) -> None:
    _, held = GAMES[name]
    told = as_json(GameState.FromString(held.state))
    assert told.pop("rules") == held.answers["rules"]
    assert told == held.answers["game"]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_proved_and_leads_to_the_game_that_it_led_to(name: str) -> None:
    release, record = RECORDS[name]
    presets = _presets(release)
    assert isinstance(verify(record.text, presets), Verified)
    state = written(replay(read_record(record.text, presets))).SerializeToString()
    assert release.contract.known(state) == record.state


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_leads_a_client_of_the_release_to_the_game_that_it_led_to(
    name: str, channel: grpc.Channel
) -> None:
    release, record = RECORDS[name]
    game, message = (release.contract.message(kind) for kind in ("Game", "Record"))
    played = OldClient(release.contract, channel).call(
        "ReplayRecord",
        record=message.FromString(record.message),
        expected=game(opaque=record.state),
        form="GAME_FORM_OPAQUE",
    )
    assert played.matches
    assert release.contract.known(played.game.opaque) == record.state


def _presets(release: Release) -> dict[str, Preset]:
    """Return the rule sets that records name, as they were: a preset may since have changed."""
    return {name: _preset(name, ParseDict(told, Rules())) for name, told in release.rules.items()}


def _preset(name: str, rules: Rules) -> Preset:
    return Preset(name, (name,) * 3, ("",) * 3, Rulebook(read_rules(rules)))
