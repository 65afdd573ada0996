"""The base of the engine's immutable values."""

from typing import Any, ClassVar, Self


class Value:
    """An immutable value: equal to another of its own type with equal fields, hashable, picklable.

    A subclass names its fields once, in ``__match_args__``, in the order of its constructor.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in constructor order."""
        return tuple(getattr(self, name) for name in self.__match_args__)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed; ``TypeError`` for a field that does not exist."""
        kept = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**(kept | changes))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Value)
            and type(other) is type(self)
            and self.fields() == other.fields()
        )

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.fields()))

    def __repr__(self) -> str:
        pairs = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(pairs)})"

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), self.fields()
