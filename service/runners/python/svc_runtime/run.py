"""One running test as the parent sees it."""

from __future__ import annotations

import json
import os
import time
from typing import Any, Dict, Iterator, List, Optional

from .call_log import read_note, write_note
from .home import remove_file
from .open_writes import OpenWrites
from .output import PendingOutput
from .quota import Disk

# How long a test may take to answer the signal of its time limit, and to report once its code has ended.
ANSWER_SECONDS = 1.0
REPORT_SECONDS = 15.0
OUTPUT_INTERVAL = 0.05
READ_SIZE = 262_144
# Several times what the largest log comes to: only a test that writes into the pipe itself says more.
REPORT_LIMIT = 256 * 1024 * 1024

# How long a call may still take whose answer may name a record, and how often it is looked after.
FINISH_SECONDS = 5.0
FINISH_INTERVAL = 0.01

# Ended tests whose reports are kept until the service has stored them.
KEPT_RUNS = 64

RUNNING = "running"
# It is to end, and has a call under way that may change something.
FINISHING = "finishing"
ANSWERING = "answering"
REPORTING = "reporting"
KILLED = "killed"
# The child is gone; its log is being read.
COLLECTING = "collecting"


class Run:
    """A child with its pipes, its deadline and what it has sent so far."""

    def __init__(
        self,
        identifier: str,
        scratch: str,
        timeout_seconds: float,
        log: int,
        secrets: Optional[int],
        journal: Optional[str] = None,
    ) -> None:
        self.id = identifier
        self.scratch = scratch
        self.disk = Disk(scratch)
        self.log = log
        # What a report must not hold, for the case that the service is gone when it is written.
        self.secrets = secrets
        # Path of its journal; None: it keeps none.
        self.journal = journal
        self.pid = 0
        self.output_file: Optional[int] = None
        self.result_file: Optional[int] = None
        # Where fresh tokens are sent; None when the credential of this run stays what it is.
        self.auth_file: Optional[int] = None
        self.started_at = time.time()
        self.deadline = time.monotonic() + timeout_seconds
        self.phase = RUNNING
        self.cause: Optional[str] = None
        self.message: Optional[str] = None
        self.status: Optional[int] = None
        self.has_result = False
        self.has_descendants = True
        self.output = PendingOutput()
        self.output_due: Optional[float] = None
        # The message that has begun, in the pieces that have come: a long one is put together once.
        self._partial: List[bytes] = []
        self._reported = 0
        self._writes: Optional[OpenWrites] = None
        self._finish_by = 0.0

    def close_files(self) -> None:
        """Lets go of the log and the journal; nothing can be read of this run any more."""
        if self.journal is not None:
            remove_file(self.journal)
        os.close(self.log)
        if self.secrets is not None:
            os.close(self.secrets)

    def give_auth(self, auth: Any) -> None:
        """Hands it a fresh token that it asked for; null tells it that there is none."""
        if self.auth_file is None:
            return
        try:
            # Far smaller than what a pipe holds, and the run reads every answer before it asks again.
            os.write(self.auth_file, json.dumps(auth).encode("ascii") + b"\n")
        except OSError:
            # It has ended meanwhile, or does not read: it must not stop the others.
            self.close_auth()
        if auth is not None and self.secrets is not None:
            names = json.loads(read_note(self.secrets))
            write_note(self.secrets, json.dumps({**names, "secretForms": auth["secretForms"]}))

    def close_auth(self) -> None:
        """No token reaches it any more."""
        if self.auth_file is not None:
            os.close(self.auth_file)
            self.auth_file = None

    def end(self) -> Dict[str, Any]:
        """What is said of it when it is over."""
        status = self.status
        return {
            "cause": self.cause or "exit",
            "message": self.message,
            "exitCode": None if status is None or os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
            "signal": os.WTERMSIG(status) if status is not None and os.WIFSIGNALED(status) else None,
            "startedAt": round(self.started_at * 1000),
            "finishedAt": round(time.time() * 1000),
        }

    def begin_collecting(self, seconds: float) -> None:
        """Begins to read the log; what the child itself had reported does not count any more."""
        self._partial.clear()
        self._reported = 0
        self.extend(COLLECTING, seconds)

    def begin_finishing(self) -> None:
        """The test is to end as soon as no call is under way that may change something."""
        self._writes = OpenWrites(self.log)
        self._finish_by = time.monotonic() + FINISH_SECONDS
        self._writes.look()
        self.extend(FINISHING, FINISH_INTERVAL)

    def may_finish(self) -> bool:
        """Whether such a call is still under way and has time left; to be asked again after FINISH_INTERVAL."""
        if self._writes is None or time.monotonic() >= self._finish_by or not self._writes.look():
            return False
        self.extend(FINISHING, FINISH_INTERVAL)
        return True

    def next_event(self) -> float:
        """When this run needs attention again."""
        return self.deadline if self.output_due is None else min(self.deadline, self.output_due)

    def extend(self, phase: str, seconds: float) -> None:
        """Begins a phase with its own deadline."""
        self.phase = phase
        self.deadline = time.monotonic() + seconds

    def report(self) -> None:
        """The test's own code has ended; what follows is the runtime's work."""
        if self.phase != COLLECTING:
            self.extend(REPORTING, REPORT_SECONDS)

    def add_output(self, data: bytes) -> None:
        """Takes what the test wrote."""
        self.output.add(data)
        if self.output_due is None:
            self.output_due = time.monotonic() + OUTPUT_INTERVAL

    def add_messages(self, data: bytes) -> List[bytes]:
        """Takes what the child reported; returns the messages that are complete. Beyond the limit nothing is taken."""
        self._reported += len(data)
        if self.has_said_too_much:
            self._partial.clear()
            return []
        first, *others = data.split(b"\n")
        self._partial.append(first)
        if not others:
            return []
        lines = [b"".join(self._partial), *others]
        self._partial = [lines.pop()]
        return lines

    @property
    def has_said_too_much(self) -> bool:
        """Whether the report is longer than any that the runtime writes."""
        return self._reported > REPORT_LIMIT


class KeptRuns:
    """Ended runs whose report the service has not stored yet: until then the parent is the only one that knows it."""

    def __init__(self) -> None:
        # Oldest first.
        self._runs: Dict[str, Run] = {}

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs.values())

    def add(self, run: Run) -> None:
        """Keeps one more; the oldest goes when there are too many."""
        self._runs[run.id] = run
        if len(self._runs) > KEPT_RUNS:
            self.forget(next(iter(self._runs)))

    def forget(self, identifier: str) -> None:
        """The service has stored it."""
        run = self._runs.pop(identifier, None)
        if run is not None:
            run.close_files()


def read_available(file: int) -> Optional[bytes]:
    """What waits in a pipe: empty at its end, None when nothing waits."""
    try:
        return os.read(file, READ_SIZE)
    except BlockingIOError:
        return None
