"""Bounded load of one unary method, its messages as bytes so that the client costs little."""

import os
import threading
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import grpc

IN_FLIGHT: Final = 32
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What a server did under load: calls a second, and the CPU time that each cost it, in µs."""

    rate: float
    cpu_us: float


def load(channel: grpc.Channel, pid: int, path: str, request: bytes, calls: int) -> Load:
    """Make so many calls, 32 at a time; any failure is raised."""
    call = bytes_method(channel, path)
    places = threading.Semaphore(IN_FLIGHT)
    failed: list[BaseException] = []

    def done(future: "grpc.Future[bytes]") -> None:
        error = future.exception()
        if error is not None:
            failed.append(error)
        places.release()

    cpu, start = cpu_seconds(pid), perf_counter()
    for _ in range(calls):
        places.acquire()
        call.future(request).add_done_callback(done)
    for _ in range(IN_FLIGHT):
        places.acquire()
    seconds = perf_counter() - start
    if failed:
        raise failed[0]
    return Load(calls / seconds, (cpu_seconds(pid) - cpu) / calls * 1e6)


def bytes_method(channel: grpc.Channel, path: str) -> "grpc.UnaryUnaryMultiCallable[bytes, bytes]":
    """Return a method of the server that takes and answers bytes."""
    return channel.unary_unary(path, bytes, bytes)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident_mib(pid: int) -> float:
    """Return the resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
