"""A test that the parent plays to itself before it forks the first one.

What Python works out while it runs a function the first times (its faster instructions, the versions of types, compiled
patterns) lies in the memory that children share. Worked out by a child it is lost with it, and each such write copies a page.
"""

from __future__ import annotations

import builtins
import gc
import os
import socket
import threading
from types import ModuleType

from . import source
from .assertions import Assertions
from .call_log import CallLog, create_log_file
from .channel import Channel
from .masking import Masker
from .recorder import recorder
from .report import Verdict, read_calls, send_report

# With four calls each, what runs for every call has run more than the eight times after which it is made faster.
TIMES = 4
# Seconds that anything of it may wait for.
PATIENCE = 2.0
# How many calls each connection of the test carries.
_CONNECTIONS = (3, 1)
_CODE = """
import requests

with requests.Session() as session:
    made = session.post(f"{BASE_URL}/items", json={"name": "one"}, headers=__AUTH_HEADERS__, timeout=2)
    assert made.status_code == 200, f"expected 200, got {made.status_code}: {made.text}"
    url = f"{BASE_URL}/items/{made.json()['id']}"
    assert session.put(url, json={"name": "one"}, timeout=2).json()["name"] == "one"
    assert session.get(url, timeout=2).status_code == 200
gone = requests.delete(url, headers=__AUTH_HEADERS__, timeout=2)
assert gone.status_code in (200, 204), f"expected 200, got {gone.status_code}: {gone.text}"
"""
_BODY = b'{"id": 1, "name": "one"}'
_ANSWER = (
    b"HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: keep-alive\r\n\r\n%b" % (len(_BODY), _BODY)
)


def rehearse(folder: str) -> None:
    """Plays the test a few times; where it cannot be played, tests run as well as they would have without it."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as listener, open(os.devnull, "wb") as nobody:
            listener.settimeout(PATIENCE)
            for _ in range(TIMES):
                answering = threading.Thread(target=_answer, args=(listener,), daemon=True)
                answering.start()
                _play(f"http://127.0.0.1:{listener.getsockname()[1]}", folder, nobody.fileno())
                answering.join()
    except Exception:
        return
    finally:
        recorder.stop()
        gc.collect()
        gc.freeze()


def _play(base_url: str, folder: str, nobody: int) -> None:
    """The test with its recording and its report, as a child has them."""
    file, assertions, module = create_log_file(folder), Assertions(), ModuleType("rehearsal")
    names, given = vars(builtins), source.names_for(assertions)
    try:
        log = CallLog(file)
        recorder.start(log)
        names.update(given)
        vars(module).update(BASE_URL=base_url, __AUTH_HEADERS__={"Authorization": "Bearer one"})
        exec(source.prepare(_CODE, "rehearsal.py", {}, assertions).code, vars(module))
        log.close()
        masker = Masker(["Bearer one"], ["Authorization"])
        send_report(Channel(nobody), Verdict("passed"), *read_calls(file, masker), [], masker, False)
    finally:
        # The names stay, a test puts its own values there: what Python knows of where builtins are holds on for it.
        names.update(dict.fromkeys(given))
        os.close(file)


def _answer(listener: socket.socket) -> None:
    """Answers each call with the same record."""
    try:
        for calls in _CONNECTIONS:
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(PATIENCE)
                for _ in range(calls):
                    _read_request(connection)
                    connection.sendall(_ANSWER)
    except OSError:
        return


def _read_request(connection: socket.socket) -> None:
    data = b""
    while not data.endswith(b"}" if data[:1] == b"P" else b"\r\n\r\n"):
        piece = connection.recv(65_536)
        if not piece:
            raise ConnectionResetError
        data += piece
