"""A saying: one thing that a rule set says, before any language puts it into words."""

from typing import Final, cast, final

from pisyedili.engine.value import Value

Fact = int | str | tuple[int, ...]
"""A number, a rank or a suit; a word of the catalogs; or several numbers or ranks."""


@final
class Saying(Value):
    """One sentence of a rule sheet: its place, the options it speaks of, its key, and its facts.

    ``section`` is the heading and, after a dot, the paragraph; it is empty where the sentence is
    said only when two rule sets are compared. Facts are named by what they are: ``rank``,
    ``ranks`` and ``suit``, ``packets`` and numbers, and words such as ``who``.
    """

    __match_args__ = ("section", "paths", "key", "facts")

    def __init__(
        self,
        section: str,
        paths: tuple[str, ...],
        key: str,
        facts: tuple[tuple[str, Fact], ...],
    ) -> None:
        self.section: Final = section
        self.paths: Final = paths
        self.key: Final = key
        self.facts: Final = facts

    @property
    def spoken(self) -> bool:
        """Whether the sentence stands in the rule sheet."""
        return bool(self.section)

    def number(self, name: str) -> int:
        """Return the fact of a name, which is a number, a rank or a suit."""
        return cast("int", dict(self.facts)[name])


def say(section: str, paths: str, key: str, **facts: Fact) -> Saying:
    """Return a saying about the options whose paths stand in a text with spaces between them."""
    return Saying(section, tuple(paths.split()), key, tuple(facts.items()))


def aside(paths: str, key: str, **facts: Fact) -> Saying:
    """Return a saying that is no part of the rule sheet."""
    return say("", paths, key, **facts)
