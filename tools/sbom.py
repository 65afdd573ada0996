"""Write the bill of materials of a wheel, and of what a lock lets be installed with it.

    sbom.py WHEEL LOCK PYTHON OUTPUT

CycloneDX 1.6, in JSON. PYTHON is of an environment with the packages of the lock and nothing else:
it knows their licences and who needs whom. The hashes are the lock's.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.utils import parse_wheel_filename

ROOT: Final = Path(__file__).parents[1]

UNSAID: Final = {"protobuf": "BSD-3-Clause"}
"""Licences that a package has in a file, and not in its metadata as SPDX names them."""


def listed(python: str) -> Any:
    """Return what is installed, as cyclonedx-py lists it."""
    done = subprocess.run(  # noqa: S603 - the program of this environment
        (
            *(sys.executable, "-m", "cyclonedx_py", "environment", python),
            *("--pyproject", ROOT / "pyproject.toml"),
            *("--spec-version", "1.6", "--output-reproducible"),
        ),
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def hashes(lock: str) -> dict[str, list[str]]:
    """Return the SHA-256 of each file that a lock lets in, by the package's URL."""
    found: dict[str, list[str]] = {}
    for line in lock.splitlines():
        word = line.split()[0]
        if word.startswith("--hash=sha256:"):
            found[[*found][-1]].append(word.rpartition(":")[2])
        else:
            name, version = word.split("==")
            found[f"pkg:pypi/{name}@{version}"] = []
    return found


def complete(bill: Any, wheel: Path, allowed: dict[str, list[str]]) -> None:
    """Say what is shipped and which files it may need, and name no address of anything."""
    name, version, *_ = parse_wheel_filename(wheel.name)
    shipped = bill["metadata"]["component"]
    shipped |= {"version": str(version), "purl": f"pkg:pypi/{name}@{version}"}
    shipped["hashes"] = [digest(hashlib.sha256(wheel.read_bytes()).hexdigest())]
    for component in bill["components"]:
        url = component["purl"]
        files = [digest(one) for one in allowed[url]]
        component["externalReferences"] = [{"type": "distribution", "url": url, "hashes": files}]
        if component["name"] in UNSAID:
            licence = {"id": UNSAID[component["name"]], "acknowledgement": "concluded"}
            component["licenses"] = [{"license": licence}]
    for tool in bill["metadata"]["tools"]["components"]:
        tool.pop("externalReferences", None)


def digest(content: str) -> dict[str, str]:
    """Return a SHA-256 as a bill writes it."""
    return {"alg": "SHA-256", "content": content}


def main(wheel: str, lock: str, python: str, output: str) -> None:
    """Write the bill, if it is one by the schema."""
    bill = listed(python)
    complete(bill, Path(wheel), hashes(Path(lock).read_text("utf-8")))
    text = json.dumps(bill, indent=2, sort_keys=True) + "\n"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        sys.exit(f"expected CycloneDX 1.6, got {fault}")
    Path(output).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
