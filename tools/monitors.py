"""Hold objects to the Prometheus operator's schemas, for tests that have none: JSON in, JSON out.

Run by the Python that has cloudcoil's models, which are made of the operator's own definitions.
The answer says for each object what is wrong with it, and nothing of one that is right.
"""

import json
import sys
from typing import Any

from cloudcoil.models.prometheus_operator import v1
from pydantic import ValidationError


def faults(thing: Any) -> str:
    """Return what is wrong with an object of ``monitoring.coreos.com/v1``."""
    try:
        model = getattr(v1, thing["kind"]).model_validate(thing)
    except ValidationError as error:
        return str(error)
    known = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return "" if known == thing else f"expected known fields alone, as in {known}, got {thing}"


if __name__ == "__main__":
    json.dump([faults(thing) for thing in json.load(sys.stdin)], sys.stdout)
