"""One running test as the parent sees it."""

from __future__ import annotations

import os
import time
from typing import List, Optional

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


def read_available(file: int) -> Optional[bytes]:
    """What waits in a pipe: empty at its end, None when nothing waits."""
    try:
        return os.read(file, READ_SIZE)
    except BlockingIOError:
        return None
