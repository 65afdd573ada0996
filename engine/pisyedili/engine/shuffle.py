"""The seeded order of cards: HMAC-SHA256 streams, rejection sampling, Fisher–Yates.

Anyone with the seed can check it; the engine has no other randomness.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from struct import unpack
from typing import Final

from pisyedili.engine.cards import Card

SEED_BYTES: Final = 32


def round_seed(match_seed: bytes, round: int) -> bytes:
    """Return the seed of one round (from 0), which opens neither the match nor another round."""
    return _hmac(match_seed, b"pisyedili/round/v1" + _u32(round))


def commitment(seed: bytes) -> bytes:
    """Return the 32 bytes that bind a seed without showing it."""
    return sha256(b"pisyedili/commit/v1" + seed).digest()


def shuffled(cards: tuple[Card, ...], seed: bytes, shuffle: int) -> tuple[Card, ...]:
    """Return the cards in the order of a round's shuffle (from 0); the last one is the top."""
    order = list(cards)
    numbers = _numbers(seed, shuffle)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _below(bound: int, numbers: Iterator[int]) -> int:
    fair = 2**32 - 2**32 % bound
    number = next(numbers)
    while number >= fair:
        number = next(numbers)
    return number % bound


def _numbers(seed: bytes, shuffle: int) -> Iterator[int]:
    block = 0
    while True:
        digest = _hmac(seed, b"pisyedili/shuffle/v1" + _u32(shuffle) + _u32(block))
        yield from unpack(">8I", digest)
        block += 1


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
