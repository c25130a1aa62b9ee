"""Sockets in a network namespace whose only way out is a loopback port (`gateway.py`): the rule holds for programs, too.

Python code finds the network as it is used to: a connection to any address is asked for at the port by the `CONNECT` of
HTTP and is, from its answer on, that connection; names are looked up there. Programs that a test starts find the port as
their proxy (`http_proxy` and the like), which Python's own `os.environ` does not show, so that libraries of the test
itself make the same calls as ever. What goes below the `socket` module, or is no TCP, finds no network.
"""

from __future__ import annotations

import _socket
import errno
import json
import os
import socket
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import quote

from .target_rule import REFUSAL, TargetRule

HERE = "127.0.0.1"
# A non-blocking connection waits as well, but not for ever.
PATIENCE = 20.0
LONGEST_HEAD = 4096
PROXY_NAMES = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
Address = Tuple[Any, ...]


def gateway_port() -> Optional[int]:
    """The port that `gateway.py` has left in the environment; None: the network is open."""
    port = os.environ.pop("SVC_GATEWAY", None)
    return None if port is None else int(port)


class Gateway:
    """The port, and the rule that says at once what would be refused there."""

    def __init__(self, port: int, rule: TargetRule) -> None:
        self._port = port
        self._rule = rule
        self._connect = _socket.socket.connect
        self._peer_name = _socket.socket.getpeername
        self._look_up = socket.getaddrinfo
        # Whom a descriptor is connected to.
        self._peers: Dict[int, Address] = {}

    def enforce(self) -> None:
        """For this process and those it forks, from now on."""
        for name in PROXY_NAMES:
            os.putenv(name, f"http://{HERE}:{self._port}")
        gateway = self

        def connect(self: socket.socket, address: Address) -> None:
            gateway.connect(self, address)

        def connect_ex(self: socket.socket, address: Address) -> int:
            try:
                gateway.connect(self, address)
            except OSError as error:
                if error.errno is None:
                    raise
                return error.errno
            return 0

        def getpeername(self: socket.socket) -> Any:
            return gateway.peer_name(self)

        setattr(socket.socket, "connect", connect)
        setattr(socket.socket, "connect_ex", connect_ex)
        setattr(socket.socket, "getpeername", getpeername)
        setattr(socket, "getaddrinfo", self.look_up)
        setattr(socket, "gethostbyname", lambda name: self.look_up(name, None, socket.AF_INET)[0][4][0])

    def connect(self, sock: socket.socket, address: Address) -> None:
        """Connects as `socket.connect` does: raises OSError with the code of what went wrong outside."""
        if sock.family not in (socket.AF_INET, socket.AF_INET6) or not sock.type & socket.SOCK_STREAM:
            self._connect(sock, address)
            return
        host = str(address[0]) or HERE
        self._rule.check(host, sock.family)
        patience = sock.gettimeout()
        sock.settimeout(patience or (None if patience is None else PATIENCE))
        try:
            own = HERE if sock.family == socket.AF_INET else f"::ffff:{HERE}"
            self._connect(sock, (own, self._port))
            target = f"[{host}]:{address[1]}" if ":" in host else f"{host}:{address[1]}"
            _socket.socket.sendall(sock, f"CONNECT {target} HTTP/1.1\r\nhost: {target}\r\n\r\n".encode("idna" if not host.isascii() else "ascii"))
            self._take_answer(sock, host)
            self._peers[sock.fileno()] = tuple(address)
        finally:
            sock.settimeout(patience)

    def _take_answer(self, sock: socket.socket, host: str) -> None:
        # Whoever speaks first may be the other side: not a byte more than the answer is taken.
        end = -1
        while end < 0:
            head = _socket.socket.recv(sock, LONGEST_HEAD, socket.MSG_PEEK)
            end = head.find(b"\r\n\r\n")
            if end < 0 and (not head or len(head) == LONGEST_HEAD):
                raise OSError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
        lines = _socket.socket.recv(sock, end + 4).decode("latin-1").split("\r\n")
        status = lines[0].split(" ")[1]
        if status == "200":
            return
        if status == "403":
            raise PermissionError(errno.EACCES, REFUSAL, host)
        code = next((line.partition(":")[2].strip() for line in lines if line.lower().startswith("svc-reason:")), "")
        if code == "ENOTFOUND":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        number = getattr(errno, code, errno.ECONNRESET)
        raise OSError(number, os.strerror(number))

    def peer_name(self, sock: socket.socket) -> Any:
        """Whom a socket is connected to, seen from the test."""
        name = self._peer_name(sock)
        return self._peers.get(sock.fileno(), name) if isinstance(name, tuple) and name[1] == self._port else name

    def look_up(
        self, host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0  # noqa: A002
    ) -> List[Any]:
        """`socket.getaddrinfo`: what is no name, or is known here, as ever; else the addresses that the gateway knows."""
        try:
            local = flags & socket.AI_NUMERICHOST or host is None or host in ("", "localhost", b"localhost")
            return self._look_up(host, port, family, type, proto, flags if local else flags | socket.AI_NUMERICHOST)
        except socket.gaierror:
            if local:
                raise
        found: List[Any] = []
        name = host.decode("idna") if isinstance(host, bytes) else str(host)
        for address in self._ask(name):
            if family in (0, socket.AF_INET if address["family"] == 4 else socket.AF_INET6):
                found += self._look_up(address["address"], port, family, type, proto, flags | socket.AI_NUMERICHOST)
        if not found:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return found

    def _ask(self, name: str) -> List[Dict[str, Any]]:
        with _socket_of() as sock:
            sock.settimeout(PATIENCE)
            self._connect(sock, (HERE, self._port))
            question = f"GET /addresses/{quote(name, safe='')} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n"
            _socket.socket.sendall(sock, question.encode("ascii"))
            answer = b""
            while True:
                data = _socket.socket.recv(sock, 65_536)
                if not data:
                    break
                answer += data
        body = answer.partition(b"\r\n\r\n")[2]
        start, end = body.find(b"["), body.rfind(b"]")
        return list(json.loads(body[start : end + 1])) if 0 <= start < end else []


def _socket_of() -> socket.socket:
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM)
