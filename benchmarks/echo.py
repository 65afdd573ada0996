"""The peer: the same kind of server, whose one method answers so many bytes to any request."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from subprocess import PIPE, Popen
from typing import Any, Final

import grpc

PATH: Final = "/benchmarks.Echo/Answer"


@contextmanager
def echo(answer: int, workers: int) -> Iterator[tuple[int, str]]:
    """Run the peer in a process of its own; yield its process id and address."""
    command = (sys.executable, "-m", "benchmarks.echo", str(answer), str(workers))
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:  # noqa: S603
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.pid, f"localhost:{process.stdout.readline().strip()}"
        process.stdin.close()


def _serve(answer: bytes, workers: int) -> None:
    def method(_request: bytes, _context: grpc.ServicerContext) -> bytes:
        return answer

    handlers: dict[str, Any] = {"Answer": grpc.unary_unary_rpc_method_handler(method)}
    server = grpc.server(ThreadPoolExecutor(workers), options=(("grpc.so_reuseport", 0),))
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("benchmarks.Echo", handlers),)
    )
    print(server.add_insecure_port("localhost:0"), flush=True)
    server.start()
    sys.stdin.read()
    server.stop(0)


if __name__ == "__main__":
    _serve(bytes(int(sys.argv[1])), int(sys.argv[2]))
