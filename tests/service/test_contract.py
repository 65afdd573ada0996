import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from pisyedili.engine.cards import JOKER, RANK_NAMES, RANK_OF, SUIT_NAMES, SUIT_OF
from pisyedili.v1 import cards_pb2, game_service_pb2, rules_service_pb2, view_pb2
from pisyedili.v1.errors_pb2 import ErrorReason

ROOT = Path(__file__).parents[2]
PROTOS = sorted((ROOT / "proto" / "pisyedili" / "v1").glob("*.proto"))


def test_cards_ranks_and_suits_have_the_engines_numbers() -> None:
    ranks: dict[int, str] = {
        number: name.removeprefix("RANK_") for name, number in cards_pb2.Rank.items()
    }
    assert [ranks[number] for number in (1, 2, 10, 11)] == ["ACE", "TWO", "TEN", "JACK"]
    assert [ranks[number][0] for number in (12, 13, 14)] == ["Q", "K", "J"]
    assert len(ranks) == len(RANK_NAMES)
    suits = [name.removeprefix("SUIT_").lower() for name, _ in cards_pb2.Suit.items()]
    assert suits[1:] == list(SUIT_NAMES[1:])
    cards: dict[int, str] = {
        number: name.removeprefix("CARD_") for name, number in cards_pb2.Card.items()
    }
    for number in range(1, 53):
        suit, rank = SUIT_NAMES[SUIT_OF[number]].upper(), ranks[RANK_OF[number]]
        assert cards[number] == f"{suit}_{rank}"
    assert cards[JOKER] == "JOKER"
    assert len(cards) == JOKER + 1


@pytest.mark.parametrize("file", PROTOS, ids=lambda file: str(file.stem))
def test_every_element_has_a_comment(file: Path, tmp_path: Path) -> None:
    compiled = _compiled(file, tmp_path)
    commented = {
        tuple(location.path)
        for location in compiled.source_code_info.location
        if location.leading_comments.strip()
    }
    elements = {
        tuple(location.path)
        for location in compiled.source_code_info.location
        if _is_element(tuple(location.path))
    }
    assert elements
    assert elements <= commented


def _compiled(file: Path, folder: Path) -> FileDescriptorProto:
    made = folder / "set"
    subprocess.run(  # noqa: S603 - our own files
        (
            *(sys.executable, "-m", "grpc_tools.protoc", "--include_source_info"),
            *(f"-I{ROOT / 'proto'}", f"-I{ROOT / 'third_party' / 'googleapis'}"),
            *(f"--descriptor_set_out={made}", str(file)),
        ),
        check=True,
    )
    return FileDescriptorSet.FromString(made.read_bytes()).file[0]


def _is_element(path: tuple[int, ...]) -> bool:
    """Tell whether a path leads to a message, enum or service, or to a part of one."""
    known = {(4,), (5,), (6,), (4, 2), (4, 8), (5, 2), (6, 2)}
    return len(path) % 2 == 0 and path[::2] in known


def test_every_reason_has_an_example() -> None:
    text = (ROOT / "proto" / "pisyedili" / "v1" / "errors.proto").read_text("utf-8")
    found = re.findall(r"((?:  //.*\n)+)  (ERROR_REASON_\w+) = \d+;", text)
    comments = {name: comment for comment, name in found}
    assert comments.keys() == set(ErrorReason.keys())
    for name, comment in comments.items():
        if name != "ERROR_REASON_UNSPECIFIED":
            assert "// Example: " in comment, name
    assert "FAILED_PRECONDITION, as are all below" in comments["ERROR_REASON_ROUND_OVER"]


def test_every_method_has_an_address_for_http() -> None:
    files = (game_service_pb2, rules_service_pb2)
    methods = [
        method
        for file in files
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    ]
    assert len(methods) == 14
    addresses = {re.search(r'"(/v1/\S+)"', str(method.GetOptions())) for method in methods}
    assert len({address[1] for address in addresses if address}) == len(methods)


def test_nothing_is_a_map() -> None:
    for file in PROTOS:
        assert "map<" not in file.read_text("utf-8")


def test_a_view_has_no_place_for_a_hidden_card_or_a_live_seed() -> None:
    fields = view_pb2.PlayerView.DESCRIPTOR.fields_by_name
    with_cards = {name for name, field in fields.items() if _holds_cards(field)}
    assert with_cards == {"phase", "hand", "discard", "moves", "hands"}
    seeds = {name for name, field in fields.items() if field.type == FieldDescriptor.TYPE_BYTES}
    assert seeds == {"match_commitment", "round_commitment", "round_seed", "match_seed"}


def _holds_cards(field: FieldDescriptor) -> bool:
    if field.enum_type is not None:
        return field.enum_type.name == "Card"
    inner: Descriptor | None = field.message_type
    return inner is not None and any(_holds_cards(part) for part in inner.fields)
