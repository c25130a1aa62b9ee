"""`python -I -S -B gateway.py <socket file> <command…>`: runs a command whose only network is what a socket file lets through.

Inside a network namespace of its own: a loopback port is handed on, connection by connection and byte by byte, to the
socket file outside, where the service decides. The command, which takes the place of this process, finds the number of
the port in SVC_GATEWAY.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from typing import List

CHUNK = 65_536


def main(arguments: List[str]) -> None:
    """Leaves the pump behind as a child of the first process of the namespace, and becomes the command."""
    gate, command = arguments[0], arguments[1:]
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    os.environ["SVC_GATEWAY"] = str(listener.getsockname()[1])
    middle = os.fork()
    if middle == 0:
        # The runtime ends every child that it does not know.
        if os.fork() == 0:
            for file in (0, 1):
                os.dup2(os.open(os.devnull, os.O_RDWR), file)
            pump(listener, gate)
        os._exit(0)
    os.waitpid(middle, 0)
    listener.close()
    os.execv(command[0], command)


def pump(listener: socket.socket, gate: str) -> None:
    """Hands on every connection, for ever."""
    threading.stack_size(256 * 1024)
    while True:
        inner, _ = listener.accept()
        threading.Thread(target=connect, args=(inner, gate), daemon=True).start()


def connect(inner: socket.socket, gate: str) -> None:
    """One connection, until both of its directions have ended."""
    outer = socket.socket(socket.AF_UNIX)
    try:
        outer.connect(gate)
        back = threading.Thread(target=copy, args=(outer, inner), daemon=True)
        back.start()
        copy(inner, outer)
        back.join()
    except OSError:
        pass
    finally:
        inner.close()
        outer.close()


def copy(source: socket.socket, target: socket.socket) -> None:
    """One direction; its end is told on."""
    try:
        while True:
            data = source.recv(CHUNK)
            if not data:
                target.shutdown(socket.SHUT_WR)
                return
            target.sendall(data)
    except OSError:
        # One side was cut: so is the other.
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


if __name__ == "__main__":
    main(sys.argv[1:])
