"""The service beside an echo of the same size on the same kind of server; its start and memory."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from subprocess import DEVNULL, Popen
from time import perf_counter, sleep
from typing import Final

import grpc
from grpc_health.v1 import health_pb2

from benchmarks.echo import PATH, echo
from benchmarks.load import Load, bytes_method, load, resident_mib
from pisyedili.service.config import Config
from pisyedili.v1 import game_service_pb2 as games
from pisyedili.v1 import state_pb2 as states

APPLY: Final = "/pisyedili.v1.GameService/ApplyMove"
BATCH: Final = "/pisyedili.v1.GameService/BatchApply"
CALLS: Final = int(os.environ.get("BENCH_CALLS", "6000"))
SOAK: Final = int(os.environ.get("BENCH_SOAK_CALLS", "200000"))
ITEMS: Final = 64


@contextmanager
def service() -> Iterator[tuple[int, grpc.Channel]]:
    """Run the service as in production, its log thrown away; yield its process id and a channel."""
    with socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "pisyedili.service", f"--port={port}", "--metrics-port=0")
    more = ("--drain-delay=0", "--log-format=json")
    with (
        Popen((*command, *more), stdout=DEVNULL) as process,  # noqa: S603 - our own command
        grpc.insecure_channel(f"localhost:{port}", options=_RECONNECT) as channel,
    ):
        try:
            yield process.pid, channel
        finally:
            process.terminate()


def report() -> None:
    """Print calls a second and CPU time of ApplyMove and BatchApply beside an echo's."""
    with service() as (pid, channel):
        request, answer = _apply(channel)
        batch = _batch(request)
        with (
            echo(len(answer), Config().workers) as (peer_pid, peer_address),
            grpc.insecure_channel(peer_address) as peer,
        ):
            best = {"echo": Load(0, 0), "ApplyMove": Load(0, 0), "BatchApply": Load(0, 0)}
            for _ in range(3):
                single = load(channel, pid, APPLY, request, CALLS)
                echoed = load(peer, peer_pid, PATH, request, CALLS)
                many = load(channel, pid, BATCH, batch, CALLS // ITEMS)
                found = {"echo": echoed, "ApplyMove": single, "BatchApply": many}
                best = {name: max(best[name], found[name]) for name in best}
    print(f"ApplyMove    request {len(request)} bytes, answer {len(answer)} bytes")
    for name, (rate, cpu) in best.items():
        print(f"calls/s      {name:12} {rate:8,.0f}   {cpu:7,.0f} µs of CPU a call")
    echoed, single, many = best.values()
    print(f"ratio        ApplyMove to echo        {single.rate / echoed.rate:5.2f} x calls/s")
    moves = many.rate * ITEMS / single.rate
    print(f"ratio        BatchApply of {ITEMS}         {moves:5.2f} x moves/s")


def report_includes() -> None:
    """Print what ApplyMove costs with what a table asks for besides the next game."""
    with service() as (pid, channel):
        for name, include in _INCLUDES.items():
            request, answer = _apply(channel, include)
            rate, cpu = max(load(channel, pid, APPLY, request, CALLS // 2) for _ in range(3))
            print(f"include      {name:18} {rate:8,.0f} calls/s   {cpu:7,.0f} µs of CPU a call")
            print(f"include      {name:18} {len(answer):8,} bytes")


def report_process() -> None:
    """Print start to SERVING, idle memory, and memory after many calls."""
    start = min(_start_seconds() for _ in range(5))
    print(f"start        to SERVING               {start:5.2f} s")
    with service() as (pid, channel):
        sleep(1)
        idle = resident_mib(pid)
        request, _ = _apply(channel)
        load(channel, pid, APPLY, request, 2000)
        warm = resident_mib(pid)
        load(channel, pid, APPLY, request, SOAK)
        after = resident_mib(pid)
    print(f"memory       idle                     {idle:5.1f} MiB")
    print(f"memory       after 2,000 calls        {warm:5.1f} MiB")
    print(f"memory       after {SOAK:,} calls      {after:5.1f} MiB, {after / warm:.3f} x")


def report_sizes() -> None:
    """Print the bytes of a dealt four-seat game with two decks, beside its JSON."""
    with service() as (_, channel):
        game = _create(channel).game
    state = states.GameState.FromString(game.opaque)
    written = json.dumps({"hands": [list(hand.cards) for hand in state.hands]})
    print(f"bytes        gamyun, four seats       {len(game.opaque):5}")
    print(f"bytes        its rules alone          {state.rules.ByteSize():5}")
    print(f"bytes        its hands alone as JSON  {len(written):5}")


def _start_seconds() -> float:
    start = perf_counter()
    with service() as (_, channel):
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            health_pb2.HealthCheckRequest.SerializeToString,
            health_pb2.HealthCheckResponse.FromString,
        )
        while check(health_pb2.HealthCheckRequest(), wait_for_ready=True).status != _SERVING:
            sleep(0.001)
        return perf_counter() - start


_RECONNECT: Final = (("grpc.min_reconnect_backoff_ms", 10), ("grpc.max_reconnect_backoff_ms", 10))
_INCLUDES: Final = {
    "nothing": None,
    "moves": games.Include(moves=True),
    "moves, one view": games.Include(moves=True, seats=[0]),
    "moves, four views": games.Include(moves=True, seats=[0, 1, 2, 3]),
}
_SERVING: Final = health_pb2.HealthCheckResponse.SERVING


def _create(channel: grpc.Channel) -> games.CreateGameResponse:
    request = games.CreateGameRequest(
        preset="gamyun",
        seats=4,
        seed=bytes(32),
        form=states.GAME_FORM_OPAQUE,
        include=games.Include(moves=True),
    )
    call = channel.unary_unary(
        "/pisyedili.v1.GameService/CreateGame",
        games.CreateGameRequest.SerializeToString,
        games.CreateGameResponse.FromString,
    )
    return call(request, wait_for_ready=True)


def _apply(channel: grpc.Channel, include: games.Include | None = None) -> tuple[bytes, bytes]:
    """Return a request for the first legal move of a dealt game, and its answer."""
    dealt = _create(channel)
    request = games.ApplyMoveRequest(
        game=dealt.game, seat=dealt.legal.seat, move=dealt.legal.moves[0], include=include
    ).SerializeToString()
    return request, bytes_method(channel, APPLY)(request)


def _batch(request: bytes) -> bytes:
    items = [games.ApplyMoveRequest.FromString(request)] * ITEMS
    return games.BatchApplyRequest(items=items).SerializeToString()
