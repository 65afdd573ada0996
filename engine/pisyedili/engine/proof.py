"""The proof of a written game: nothing but its text is needed, and its first lie is named."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never, final

from pisyedili.engine.cards import CARD_NAMES, Card, format_cards
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import IllegalMove, InvalidState
from pisyedili.engine.events import EndDrawn
from pisyedili.engine.ledger import Ledger, Mismatch, Step, deck_of
from pisyedili.engine.play import apply_move
from pisyedili.engine.preset import Preset
from pisyedili.engine.record import Record
from pisyedili.engine.record_text import parse_transcript
from pisyedili.engine.ruletext import digest
from pisyedili.engine.shuffle import commitment, round_seed
from pisyedili.engine.state import OVER, State, Transition
from pisyedili.engine.transcript import (
    Hand,
    Item,
    Made,
    Points,
    Top,
    Transcript,
    WrittenRound,
    drawn,
    head,
    record_of,
)
from pisyedili.engine.value import Value

TRACE: Final = "pisyedili-trace/1"


@final
class Verified(Value):
    """All that a record says is so; the state that it leads to, and the moves that were proved.

    ``trace`` notes every card that moved, for verifiers written elsewhere, as JSON has it.
    """

    __match_args__ = ("state", "moves")

    def __init__(self, state: State, moves: int, trace: Step) -> None:
        self.state: Final = state
        self.moves: Final = moves
        self.trace: Final = trace


@final
class Sealed(Value):
    """A record whose seed is not open yet: it may be true, and nothing can be proved."""


@final
class Lie(Value):
    """The first thing in a record that is not so.

    ``round`` and ``move`` count from 1 and ``line`` too, 0 standing for none.
    """

    __match_args__ = ("round", "move", "line", "what", "expected", "got")

    def __init__(
        self, round: int, move: int, line: int, what: str, expected: str, got: str
    ) -> None:
        self.round: Final = round
        self.move: Final = move
        self.line: Final = line
        self.what: Final = what
        self.expected: Final = expected
        self.got: Final = got

    def __str__(self) -> str:
        places = (("line", self.line), ("round", self.round), ("move", self.move))
        where = [f"{name} {number}" for name, number in places if number]
        return f"{', '.join((*where, self.what))}: expected {self.expected}, got {self.got}"


def verify(
    source: str | Transcript | Record, presets: Mapping[str, Preset]
) -> Verified | Sealed | Lie:
    """Return whether all that a record says is so: rules, commitments, cards, moves and points.

    ``NotationError`` for a text that is no record.
    """
    written = _written(source, presets)
    if written.tag("Seed") is None and written.tag("Commitment") is not None:
        return Sealed()
    record = record_of(written, presets)
    proof = _Proof(record)
    lie = next(proof.lies(written), None)
    return lie or Verified(proof.state, proof.moves, proof.trace())


def _written(source: str | Transcript | Record, presets: Mapping[str, Preset]) -> Transcript:
    match source:
        case str():
            return parse_transcript(source)
        case Transcript():
            return source
        case Record():
            rounds = (tuple(Made(None, move) for move in moves) for moves in source.rounds)
            return Transcript(
                (*head(source, presets),), tuple(WrittenRound(b"", made) for made in rounds)
            )
        case _:
            assert_never(source)


Lies = Iterator[Lie]


@final
class _Proof:
    """A game played again beside its ledger, up to the first lie."""

    def __init__(self, record: Record) -> None:
        self._record: Final = record
        self._ledgers: Final[list[Ledger]] = []
        self._round = self._move = self._line = 0
        self.moves = 0
        self.made: Transition

    def lies(self, written: Transcript) -> Lies:
        """Yield what is not so, in order; nobody asks for a second one."""
        yield from self._head(written)
        self._line, record = 0, self._record
        try:
            self.made = new_match(
                record.rulebook, record.seats, record.seed, record.game_id, record.names
            )
        except InvalidState as error:
            yield self._lie("the table", "one that the rules allow", str(error))
        yield from self._dealt()
        for number, played in enumerate(written.rounds):
            self._round, self._move, self._line = number + 1, 0, played.place[0]
            if number:
                yield from self._next_round()
            yield from self._commitment(played.commitment, self._seed(number))
            for item in played.items:
                self._line = item.place[0]
                yield from self._item(item)

    @property
    def state(self) -> State:
        """The state that the record leads to."""
        return self.made.state

    def trace(self) -> Step:
        """Return every card that moved, as JSON has it."""
        record = self._record
        return {
            "format": TRACE,
            "seed": record.seed.hex(),
            "commitment": commitment(record.seed).hex(),
            **deck_of(record.rulebook, record.seats),
            "rounds": [
                {
                    "commitment": commitment(self._seed(number)).hex(),
                    "dealer": ledger.dealer,
                    "hands": ledger.dealt,
                    "turned": ledger.turned,
                    "steps": ledger.steps,
                }
                for number, ledger in enumerate(self._ledgers)
            ],
        }

    def _head(self, written: Transcript) -> Lies:
        rules, committed = written.tag("RulesDigest"), written.tag("Commitment")
        if rules and rules.values[0] != (known := digest(self._record.rulebook.rules)):
            self._line = rules.place[0]
            yield self._lie("the digest of the rules", known, rules.values[0])
        if committed:
            self._line = committed.place[0]
            said = bytes.fromhex(committed.values[0])
            yield from self._commitment(said, self._record.seed)

    def _commitment(self, said: bytes, seed: bytes) -> Lies:
        known = commitment(seed)
        if said and said != known:
            yield self._lie("the commitment to the seed", known.hex(), said.hex())

    def _next_round(self) -> Lies:
        try:
            self.made = start_round(self.state)
        except IllegalMove as error:
            yield self._lie("the round", error.expected, error.got)
        yield from self._dealt()

    def _dealt(self) -> Lies:
        record = self._record
        number = self.state.match.round
        self._ledgers.append(Ledger(record.rulebook, record.seats, record.seed, number))
        yield from self._follow()

    def _item(self, item: Item) -> Lies:
        match item:
            case Made():
                yield from self._made(item)
            case Hand(seat, cards):
                yield from self._hand(seat, cards)
            case Top(card):
                top = self.state.discard[-1:]
                if top != (card,):
                    yield self._lie("the top card", _cards(top), CARD_NAMES[card])
            case Points(points):
                yield from self._score(points)
            case _:
                assert_never(item)

    def _made(self, item: Made) -> Lies:
        self._move += 1
        state = self.state
        if item.seat not in (None, state.seat) and not isinstance(state.phase, OVER):
            yield self._lie("the turn", f"seat {state.seat}", f"seat {item.seat}")
        try:
            self.made = apply_move(state, state.seat, item.move)
        except IllegalMove as error:
            yield self._lie("the move", error.expected, error.got)
        self.moves += 1
        self._ledgers[-1].begin_move()
        brought = drawn(self.made, state.seat)
        if item.shown and item.shown != brought:
            yield self._lie("the cards drawn", _cards(brought), _cards(item.shown))
        yield from self._follow()

    def _follow(self) -> Lies:
        """Follow what happened in the ledger, which knows every card by the seed alone."""
        ledger = self._ledgers[-1]
        ends = [event for event in self.made.events if isinstance(event, EndDrawn)]
        try:
            ledger.follow(event for event in self.made.events if event not in ends)
            ledger.check(self.state)
            ledger.follow(ends)
        except Mismatch as error:
            yield self._lie(error.what, error.expected, error.got)

    def _hand(self, seat: int, cards: tuple[Card, ...]) -> Lies:
        what, seats = f"the hand of seat {seat}", len(self.state.hands)
        if seat >= seats:
            yield self._lie("the seat", f"0 to {seats - 1}", f"{seat}")
        elif tuple(sorted(cards)) != self.state.hands[seat]:
            yield self._lie(what, _cards(self.state.hands[seat]), _cards(cards))

    def _score(self, points: tuple[int, ...]) -> Lies:
        known = self.state.match.scores[-1] if isinstance(self.state.phase, OVER) else None
        if points != known:
            expected = "none, the round not being over" if known is None else _numbers(known)
            yield self._lie("the points", expected, _numbers(points))

    def _seed(self, number: int) -> bytes:
        return round_seed(self._record.seed, number)

    def _lie(self, what: str, expected: str, got: str) -> Lie:
        return Lie(self._round, self._move, self._line, what, expected, got)


def _cards(cards: tuple[Card, ...]) -> str:
    return format_cards(cards) or "none"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or "none"
