"""The files of a release: nothing is missing, nothing else is in, and all can be made again."""

import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement

from pisyedili.engine import __version__
from tests.release import dist
from tests.release.dist import COMMIT, DIST, ROOT, SDIST, STEM, WHEEL, committed, done, text

SOURCES = ("engine/", "proto/", "service/", "clients/python/", "clients/cli/")
INFO = f"{STEM}.dist-info/"
BILLS = {
    "pisyedili-engine.cdx.json": "requirements.lock",
    "pisyedili-engine-image.cdx.json": "requirements-service.lock",
}
LICENCES = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0"}
"""Those that ask for no more than to be kept and named."""

pytestmark = dist.built


def test_the_wheel_holds_each_file_of_the_packages_and_nothing_else() -> None:
    files = {
        path.removeprefix(source)
        for path in committed()
        for source in SOURCES
        if path.startswith(f"{source}pisyedili/")
    }
    names = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    assert dist.in_wheel() == files | {INFO + name for name in names}
    assert {Path(path).suffix for path in files} == {".proto", ".py", ".pyi", ".toml", ".typed"}
    packages = {path.split("/")[1] for path in files}
    assert {f"pisyedili/{package}/py.typed" for package in packages} <= files


def test_the_sdist_holds_what_is_committed_and_nothing_else() -> None:
    assert dist.in_sdist() == committed() | {"PKG-INFO"}


def test_the_sdist_makes_the_same_wheel(tmp_path: Path) -> None:
    epoch = done("git", "log", "-1", "--format=%ct", COMMIT).strip()
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index")
    done(*pip, "--wheel-dir", tmp_path, SDIST, SOURCE_DATE_EPOCH=epoch)
    (made,) = tmp_path.iterdir()
    assert made.name == WHEEL.name
    assert made.read_bytes() == WHEEL.read_bytes()


def test_the_same_commit_makes_the_same_bytes(tmp_path: Path) -> None:
    done("tools/build-release", tmp_path, COMMIT)
    first, again = (
        {one.name: one.read_bytes() for one in Path(at).iterdir()} for at in (DIST, tmp_path)
    )
    assert first.keys() == again.keys() == {WHEEL.name, SDIST.name, *BILLS, "SHA256SUMS"}
    assert [name for name in first if first[name] != again[name]] == []


def test_the_sums_are_right() -> None:
    lines = Path(DIST, "SHA256SUMS").read_text("utf-8").splitlines()
    others = [path for path in Path(DIST).iterdir() if path.name != "SHA256SUMS"]
    sums = {f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in others}
    assert set(lines) == sums


def test_the_metadata_is_sound_and_says_what_the_readme_says() -> None:
    with zipfile.ZipFile(WHEEL) as wheel:
        metadata = Metadata.from_email(wheel.read(f"{INFO}METADATA"), validate=True)
    assert str(metadata.version) == __version__
    assert metadata.license_expression == "Apache-2.0"
    assert metadata.description_content_type == "text/markdown"
    assert metadata.description == text("README.md")


def bill(name: str) -> Any:
    return json.loads(Path(DIST, name).read_text("utf-8"))


def locked(lock: str) -> dict[str, set[str]]:
    """Return the hashes that a lock gives to each package that is installed here."""
    found: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=\S)", text(lock)):
        requirement = Requirement(entry.partition("\\")[0])
        if requirement.marker is None or requirement.marker.evaluate():
            url = f"pkg:pypi/{requirement.name}@{str(requirement.specifier)[2:]}"
            found[url] = set(re.findall(r"--hash=sha256:(\w{64})", entry))
    return found


def licences(component: Any) -> set[str]:
    """Return the licences that all, or one, of must be kept."""
    (named,) = component["licenses"]
    expression = named["expression"] if "expression" in named else named["license"]["id"]
    return set(re.split(r" AND | OR ", expression))


@pytest.mark.parametrize(("name", "lock"), BILLS.items())
def test_a_bill_lists_what_its_lock_lets_in(name: str, lock: str) -> None:
    listed = {}
    for component in bill(name)["components"]:
        (reference,) = component["externalReferences"]
        listed[component["purl"]] = {one["content"] for one in reference["hashes"]}
    assert listed == locked(lock)


@pytest.mark.parametrize("name", BILLS)
def test_a_bill_says_which_wheel_it_is_of_and_what_that_needs(name: str) -> None:
    shipped = bill(name)["metadata"]["component"]
    assert shipped["version"] == __version__
    (digest,) = shipped["hashes"]
    assert digest["content"] == hashlib.sha256(WHEEL.read_bytes()).hexdigest()
    needed: set[str] = set()
    graph = {one["ref"]: one.get("dependsOn", ()) for one in bill(name)["dependencies"]}
    waiting = [shipped["bom-ref"]]
    while waiting:
        fresh = set(graph[waiting.pop()]) - needed
        needed |= fresh
        waiting += fresh
    assert needed == {component["bom-ref"] for component in bill(name)["components"]}


@pytest.mark.parametrize("name", BILLS)
def test_what_is_shipped_has_licences_that_let_it_be_shipped(name: str) -> None:
    asked = {part["name"]: licences(part) for part in bill(name)["components"]}
    assert {name: found for name, found in asked.items() if not found <= LICENCES} == {}


@pytest.mark.parametrize("name", BILLS)
def test_a_bill_names_no_place(name: str) -> None:
    said = Path(DIST, name).read_text("utf-8")
    assert re.findall(r"\w+://[^\"]*", said) == ["http://cyclonedx.org/schema/bom-1.6.schema.json"]
    assert str(Path.home()) not in said
    assert str(ROOT) not in said
