"""A written game: tags, and rounds of moves with what is told beside them, as values.

Every part carries the comments that follow it, and its place in the text it was read from, which is
no part of its value.
"""

from collections.abc import Iterator, Mapping
from typing import Final, final

from pisyedili.engine.cards import Card
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.events import CardsDrawn, Why
from pisyedili.engine.lines import Source
from pisyedili.engine.moves import Move
from pisyedili.engine.notation import NOWHERE, NotationError, Place
from pisyedili.engine.play import apply_move
from pisyedili.engine.preset import Preset, located
from pisyedili.engine.record import Record
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import OpeningStyle, Rules
from pisyedili.engine.ruletext import digest, shortest
from pisyedili.engine.shuffle import commitment
from pisyedili.engine.state import OVER, State, Transition
from pisyedili.engine.value import Value

VERSION: Final = "1"

Notes = tuple[str, ...]
"""Comments as written, with their ``;`` or braces."""


@final
class Tag(Value):
    """A line of the head: a name and its strings."""

    __match_args__ = ("name", "values", "notes")

    def __init__(
        self, name: str, values: tuple[str, ...], notes: Notes = (), place: Place = NOWHERE
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.notes: Final = notes
        self.place: Final = place


@final
class Made(Value):
    """A move; the seat that made it, if told, and the cards that a draw brought, if shown."""

    __match_args__ = ("seat", "move", "shown", "notes")

    def __init__(
        self,
        seat: int | None,
        move: Move,
        shown: tuple[Card, ...] = (),
        notes: Notes = (),
        place: Place = NOWHERE,
    ) -> None:
        self.seat: Final = seat
        self.move: Final = move
        self.shown: Final = shown
        self.notes: Final = notes
        self.place: Final = place


@final
class Hand(Value):
    """A seat holds these cards at this point, in any order."""

    __match_args__ = ("seat", "cards", "notes")

    def __init__(
        self, seat: int, cards: tuple[Card, ...], notes: Notes = (), place: Place = NOWHERE
    ) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.notes: Final = notes
        self.place: Final = place


@final
class Top(Value):
    """This card lies on top of the discard at this point."""

    __match_args__ = ("card", "notes")

    def __init__(self, card: Card, notes: Notes = (), place: Place = NOWHERE) -> None:
        self.card: Final = card
        self.notes: Final = notes
        self.place: Final = place


@final
class Points(Value):
    """The round is over at this point and cost each seat so much."""

    __match_args__ = ("points", "notes")

    def __init__(self, points: tuple[int, ...], notes: Notes = (), place: Place = NOWHERE) -> None:
        self.points: Final = points
        self.notes: Final = notes
        self.place: Final = place


Item = Made | Hand | Top | Points


@final
class WrittenRound(Value):
    """A round: the commitment to its seed, if told (else empty), and what happened in order."""

    __match_args__ = ("commitment", "items", "notes")

    def __init__(
        self,
        commitment: bytes,
        items: tuple[Item, ...],
        notes: Notes = (),
        place: Place = NOWHERE,
    ) -> None:
        self.commitment: Final = commitment
        self.items: Final = items
        self.notes: Final = notes
        self.place: Final = place


@final
class Transcript(Value):
    """A written game; ``notes`` stand before everything else."""

    __match_args__ = ("tags", "rounds", "notes")

    def __init__(
        self, tags: tuple[Tag, ...], rounds: tuple[WrittenRound, ...], notes: Notes = ()
    ) -> None:
        self.tags: Final = tags
        self.rounds: Final = rounds
        self.notes: Final = notes

    def tag(self, name: str) -> Tag | None:
        """Return the tag of a name."""
        return next((tag for tag in self.tags if tag.name == name), None)


def rulebook_of(transcript: Transcript, presets: Mapping[str, Preset]) -> Rulebook:
    """Return the rules that the ``Rules`` tag says: a preset's, with the options of a difference.

    ``NotationError`` for a preset that is not known, and for a difference that cannot be read.
    """
    tag = _due(transcript, "Rules")
    name, changes = (*tag.values, "")[:2]
    if name and name not in presets:
        raise NotationError(tag.place, f"one of the rule sets {', '.join(presets)}", repr(name))
    base = presets[name].rulebook.rules if name else Rules()
    try:
        document = parse_document(changes)
        if document.keys() & {"extends", "about"}:
            raise NotationError(tag.place, "options alone", "extends or about")
        return _changed(base, Source("options", changes, document))
    except InvalidRules as error:
        raise NotationError(tag.place, "rules that hold together", str(error)) from None


def _changed(base: Rules, source: Source) -> Rulebook:
    """Return rules with some options changed; ``InvalidRules`` with the lines of these."""
    try:
        return Rulebook(merge(base, source.tables))
    except InvalidRules as error:
        raise located(error.faults, source) from None


def record_of(transcript: Transcript, presets: Mapping[str, Preset]) -> Record:
    """Return what a transcript says was played; ``NotationError`` where it holds no seed."""
    seats, names = int(_due(transcript, "Seats").values[0]), transcript.tag("Names")
    game, seed = transcript.tag("Game"), _due(transcript, "Seed")
    return Record(
        rulebook_of(transcript, presets),
        seats,
        bytes.fromhex(seed.values[0]),
        game.values[0] if game else "",
        names.values if names else (),
        tuple(
            tuple(item.move for item in written.items if isinstance(item, Made))
            for written in transcript.rounds
        ),
    )


def transcribe(record: Record, presets: Mapping[str, Preset], *, told: bool = True) -> Transcript:
    """Return the transcript of a record, its first illegal move raising ``IllegalMove``.

    ``told``: with the hands as dealt, the card turned up and the cards drawn.
    """
    return Transcript((*head(record, presets),), (*_rounds(record, told=told),))


def head(record: Record, presets: Mapping[str, Preset]) -> Iterator[Tag]:
    """Yield the tags of a record."""
    rules = record.rulebook.rules
    known = {name: preset.rulebook.rules for name, preset in presets.items()}
    name, changes = shortest(rules, known)
    yield Tag("Pisyedili", (VERSION,))
    if record.game_id:
        yield Tag("Game", (record.game_id,))
    yield Tag("Rules", (name, changes) if changes or not name else (name,))
    yield Tag("RulesDigest", (digest(rules),))
    yield Tag("Seats", (str(record.seats),))
    if record.names:
        yield Tag("Names", record.names)
    yield Tag("Seed", (record.seed.hex(),))
    yield Tag("Commitment", (commitment(record.seed).hex(),))


def _rounds(record: Record, *, told: bool) -> Iterator[WrittenRound]:
    made = new_match(record.rulebook, record.seats, record.seed, record.game_id, record.names)
    for number, moves in enumerate(record.rounds):
        if number:
            made = start_round(made.state)
        items: list[Item] = list(_dealt(made.state)) if told else []
        for move in moves:
            seat = made.state.seat
            made = apply_move(made.state, seat, move)
            items.append(Made(seat, move, drawn(made, seat) if told else ()))
        if isinstance(made.state.phase, OVER):
            items.append(Points(made.state.match.scores[-1]))
        yield WrittenRound(b"", tuple(items))


def _dealt(state: State) -> Iterator[Item]:
    seats = len(state.hands)
    for step in range(1, seats + 1):
        seat = (state.dealer + step) % seats
        yield Hand(seat, state.hands[seat])
    if state.rules.opening.style is OpeningStyle.TURN_UP:
        yield Top(state.discard[-1])


def drawn(made: Transition, seat: int) -> tuple[Card, ...]:
    """Return the cards that a move's seat drew by it, in order."""
    for event in made.events:
        if isinstance(event, CardsDrawn) and event.seat == seat and event.why is not Why.OTHERS:
            return event.cards
    return ()


def _due(transcript: Transcript, name: str) -> Tag:
    tag = transcript.tag(name)
    if tag is None:
        place = transcript.rounds[0].place if transcript.rounds else (1, 1)
        raise NotationError(place, f"a {name} tag before it", "none")
    return tag
