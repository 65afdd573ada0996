"""The recipe of the image, as far as it can be judged without being followed."""

import re
import shlex

from tests.deploy.tools import ROOT, said


def pins(lock: str) -> set[str]:
    return set(re.findall(r"^[\w.-]+==[^ ;]+", (ROOT / lock).read_text("utf-8"), re.MULTILINE))


def test_hadolint_has_nothing_to_say() -> None:
    assert said("hadolint", "--failure-threshold=style", "Dockerfile") == ""


def test_the_build_is_sent_what_it_copies() -> None:
    recipe = (ROOT / "Dockerfile").read_text("utf-8")
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.*)$", recipe, re.MULTILINE)
        for source in shlex.split(line)[:-1]
    }
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line.removeprefix("!").partition("/")[0] for line in ignore if line.startswith("!")}
    assert ignore[0] == "*"
    assert copied == sent


def test_the_image_runs_the_versions_that_the_tests_run() -> None:
    tested = pins("requirements-dev.lock")
    assert pins("requirements-service.lock") < tested
    assert pins("requirements-build.lock") < tested
