"""What is wrong with a preset under a rule file's text."""

from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import Fault
from pisyedili.engine.rulefile import merge, parse_document
from tests.engine.builder import presets


def of(text: str, preset: str = "simple") -> tuple[Fault, ...]:
    """Return the faults of a preset under a rule file's text."""
    return faults(merge(presets()[preset].rulebook.rules, parse_document(text)))


def paths(text: str, preset: str = "simple") -> list[tuple[str, object]]:
    """Return path and reason of each of these faults."""
    return [(fault.path, fault.reason) for fault in of(text, preset)]
