"""A server in a process of its own, as users run it, and a client for it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import httpx2

_MAIN = "from sectio.apps.cli import main; main()"
STORY = "<html><title>Ice</title><body><h1>Ice</h1>" + "<p>The harbour froze over again on Sunday night.</p>" * 8


@dataclass(frozen=True)
class Running:
    """A running server."""

    client: httpx2.Client
    process: "subprocess.Popen[bytes]"
    port: int

    def children(self) -> list[int]:
        """The worker processes: children of the server's fork server, and of the server."""
        found = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )[1:]
        above = {int(pid): int(parent) for pid, parent in (line.split() for line in found if line.strip())}
        return [pid for pid in above if _is_below(pid, self.process.pid, above)]


def _is_below(pid: int, top: int, above: dict[int, int]) -> bool:
    while pid in above:
        pid = above[pid]
        if pid == top:
            return True
    return False


@contextmanager
def running(*arguments: str, workers: int = 2, stderr: IO[str] | None = None) -> Iterator[Running]:
    """Start `sectio serve` and wait until it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", _MAIN, "serve", "--port", str(port), "--workers", str(workers), *arguments]
    process = subprocess.Popen(command, start_new_session=True, stderr=stderr)
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
            _wait(client, process)
            yield Running(client, process, port)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait(client: httpx2.Client, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            client.get("/health")
            return
        except httpx2.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
