"""The journal of one run: what its log holds of calls that may change something, in a file that outlives every process.

The log is shared memory and goes with the last process that has it open. Before such a call is sent, and when its answer
comes, whatever the log has gained since is appended here in one encrypted line: a write() survives the death of processes,
which is what it is for, so nothing waits for the disk. A test that only reads never writes a line.
"""

from __future__ import annotations

# Bound here: a test may replace the functions of the modules.
from hashlib import sha256
from hmac import new as new_hmac
from json import dumps
from os import write
from time import perf_counter, time
from typing import NamedTuple, Sequence

from .seal import seal_line

LOG = b"L"
SECRETS = b"S"


class JournalSeal(NamedTuple):
    """How the journal of one run is encrypted."""

    # The first line: tells the next service which run it is of, and with which key it is encrypted.
    header: bytes
    # Of this run alone: a test must not read the journals of others.
    key: bytes


def journal_seal(identifier: str, parent_key: bytes, parent_header: str) -> JournalSeal:
    """The seal of a run: its key follows from that of the parent."""
    header = dumps({"sealed": parent_header, "id": identifier}).encode("ascii")
    return JournalSeal(header, new_hmac(parent_key, identifier.encode("utf-8"), sha256).digest())


class Journal:
    """Appends to the journal; a file that cannot be written must never disturb the test."""

    def __init__(self, file: int, seal: JournalSeal, secret_forms: Sequence[str], header_names: Sequence[str]) -> None:
        self._file = file
        self._seal = seal
        self._header_names = list(header_names)
        self._secret_forms = list(secret_forms)
        # Most tests that only read need no header.
        self._has_begun = False

    def keep(self, entries: bytes) -> None:
        """Appends entries of the log."""
        self._write(self._line(LOG, entries))

    def hide(self, secret_forms: Sequence[str]) -> None:
        """What must not be shown of the journal, from now on."""
        self._secret_forms = list(secret_forms)
        if self._has_begun:
            self._write(self._secrets())

    def _secrets(self) -> bytes:
        # The counter of the log means nothing after the machine was started anew.
        epoch = time() - perf_counter()
        names = {"secretForms": self._secret_forms, "headerNames": self._header_names, "epoch": epoch}
        return self._line(SECRETS, dumps(names).encode("ascii"))

    def _line(self, kind: bytes, data: bytes) -> bytes:
        return seal_line(self._seal.key, kind + data)

    def _write(self, line: bytes) -> None:
        # A line that a full disk has cut must not take the next one with it.
        data = b"\n" + line + b"\n"
        if not self._has_begun:
            data = b"\n".join((self._seal.header, self._secrets(), data))
        try:
            if write(self._file, data) == len(data):
                self._has_begun = True
        except OSError:
            return
