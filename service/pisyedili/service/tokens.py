"""Bearer tokens: who calls shows one of those in a file."""

import hmac
import re
from hashlib import sha256
from pathlib import Path
from typing import Final, final

from grpc import HandlerCallDetails, StatusCode

from pisyedili.service.errors import Reason, RequestError
from pisyedili.service.fresh import Fresh, Unusable, contents

_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]{32,1024}")
"""In hexadecimal digits the shortest token has 128 bits."""

_EXPECTED: Final = "a token of 32 to 1024 letters, digits and ._~+/=-"
_SCHEME: Final = "bearer"
_OPEN: Final = "/grpc.health.v1.Health/"


@final
class Tokens:
    """The tokens that let a call in; methods of the health service need none."""

    def __init__(self, file: Path) -> None:
        self.digests: Final = Fresh("tokens", [file], lambda: read_tokens(file))

    def refusal(self, details: HandlerCallDetails) -> RequestError | None:
        """Return why a call is not let in, or None if it is."""
        if details.method.startswith(_OPEN):
            return None
        given = [value for key, value in details.invocation_metadata if key == "authorization"]
        if len(given) == 1 and self._knows(str(given[0])):
            return None
        return _unauthenticated("none" if not given else "something else")

    def _knows(self, authorization: str) -> bool:
        """Return whether a token is one of ours, in a time that does not tell which or how far."""
        scheme, _, token = authorization.partition(" ")
        digest = sha256(token.strip().encode()).digest()
        found = [hmac.compare_digest(digest, known) for known in self.digests.get()]
        return scheme.lower() == _SCHEME and any(found)


def read_tokens(file: Path) -> tuple[bytes, ...]:
    """Return the digests of the tokens in a file; `Unusable` has every fault by its line."""
    text = contents("--tokens", file).decode(errors="replace")
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), 1)}
    tokens = {number: line for number, line in lines.items() if line and line[0] != "#"}
    faults = [
        f"--tokens: expected {_EXPECTED}, got something else in line {number} of {file}"
        for number, token in tokens.items()
        if not _TOKEN.fullmatch(token)
    ]
    if faults or not tokens:
        raise Unusable(faults or [f"--tokens: expected a token a line, got none in {file}"])
    return tuple(sha256(token.encode()).digest() for token in tokens.values())


def _unauthenticated(got: str) -> RequestError:
    message = f"expected the metadata authorization: Bearer with a valid token, got {got}"
    reason = Reason.ERROR_REASON_UNAUTHENTICATED
    return RequestError(StatusCode.UNAUTHENTICATED, reason, message)
