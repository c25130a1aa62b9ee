"""The warm parent: loads the HTTP libraries once, forks one child per test and watches over it.

It owns every limit that a test could evade: the wall clock, the process group, descendants that leave the group, the
amount of output. Whatever happens to a child, the service gets exactly one `end` per run. The loop sleeps until a pipe,
a dead child or the next deadline wakes it.
"""

from __future__ import annotations

import functools
import json
import math
import os
import selectors
import signal
import time
from typing import Any, Callable, Dict, List, Optional

from . import channel, processes
from .call_log import MEBIBYTE, create_log_file, create_note, is_empty, read_note
from .child import CLOSE, collect_child, run_child
from .home import Home, open_journal, remove_tree
from .isolation import Files, Setup
from .job import Job, parse_job
from .journal import JournalSeal, journal_seal
from .masking import Masker
from .limits import Watched
from .pipes import Pipes
from .run import (
    ANSWERING,
    ANSWER_SECONDS,
    COLLECTING,
    FINISHING,
    FINISH_SECONDS,
    KILLED,
    REPORT_LIMIT,
    REPORT_SECONDS,
    RUNNING,
    KeptRuns,
    Run,
    read_available,
)
from .service import ServiceLine
from .warm import WARMABLE, warm_up

# How often the processes below the running tests are counted.
WATCH_SECONDS = 0.5
# When the service is gone: how long the last reports may take.
SAVE_SECONDS = 3.0
# How many reads of one pipe may pass before the others get their turn.
READS_PER_TURN = 4


class Parent:
    """The event loop."""

    def __init__(self, line: ServiceLine, setup: Setup, home: Home, watched: Watched) -> None:
        self._line = line
        self._setup = setup
        self._home = home
        self._watched = watched
        self._runs: Dict[str, Run] = {}
        self._by_pid: Dict[int, Run] = {}
        self._selector = selectors.DefaultSelector()
        self._watch_due = 0.0
        self._to_warm: set[str] = set()
        self._is_stopping = False
        self._is_saving = False
        self._kept = KeptRuns()
        self._wake_files = os.pipe()
        # How to encrypt what is left behind; None: as it is.
        self._seal: Optional[int] = None

    def serve(self) -> None:
        """Runs until the service closes the line or is gone."""
        for file in (*self._wake_files, self._line.inlet):
            os.set_blocking(file, False)
        signal.set_wakeup_fd(self._wake_files[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._selector.register(self._wake_files[0], selectors.EVENT_READ, self._on_signal)
        self._selector.register(self._line.inlet, selectors.EVENT_READ, self._on_orders)
        while not self._is_stopping:
            for key, _ in self._selector.select(self._patience()):
                # A pipe may have been closed, and its number given away, by an event before it.
                if self._selector.get_map().get(key.fd) is key:
                    key.data(key.fd)
            self._on_time(time.monotonic())
            if not self._line.flush():
                self._is_stopping = True
            if self._to_warm and not self._runs:
                self._warm()
        self._shut_down()

    def _stop(self, *_: Any) -> None:
        self._is_stopping = True

    def _patience(self) -> Optional[float]:
        """Seconds until something is due; None while no test runs."""
        if not self._runs:
            return None
        due = min(run.next_event() for run in self._runs.values())
        return max(0.0, min(due, self._watch_due) - time.monotonic())

    def _on_orders(self, _file: int) -> None:
        orders = self._line.receive()
        if orders is None:
            self._is_stopping = True
            return
        # Taken from the list one by one: a child must not inherit the orders of others.
        orders.reverse()
        while orders:
            order = orders.pop()
            if order["order"] == "run":
                self._start(order["id"], order, orders)
            elif order["order"] == "cancel":
                self._cancel(self._runs.get(order["id"]))
            elif order["order"] == "auth":
                if order["id"] in self._runs:
                    self._runs[order["id"]].give_auth(order["auth"])
            elif order["order"] == "collect":
                self._collect(self._runs.get(order["id"]), Masker(order["secretForms"], order["headerNames"]))
            elif order["order"] == "seal":
                self._seal = create_note(json.dumps({"key": order["key"], "header": order["header"]}))
            elif order["order"] == "forget":
                self._kept.forget(order["id"])

    def _start(self, identifier: str, order: Dict[str, Any], others: List[Any]) -> None:
        job, hidden = parse_job(order), order["hiddenHeaders"]
        order.clear()
        try:
            log, secrets = create_log_file(self._home.path), create_note(_secrets_of(job, hidden))
            scratch, seal = self._home.make_scratch(), self._seal_of(identifier)
            path = None if seal is None else self._home.journal_path()
            run = Run(identifier, scratch, job.timeout_seconds, log, secrets, path)
        except OSError as error:
            self._refuse(identifier, error)
            return
        if not self._runs:
            self._watch_due = time.monotonic() + WATCH_SECONDS
        self._runs[identifier] = run

        def in_child(files: Files) -> None:
            others.clear()
            self._line.forget()
            run_child(job, files, self._setup, run.scratch, seal)

        try:
            self._fork(run, in_child, is_asking=job.renewal is not None)
            self._line.emit("start", id=run.id, pid=run.pid)
        except OSError as error:
            run.cause, run.message = "infra", _could_not_start(error)
            self._conclude(run)

    def _seal_of(self, identifier: str) -> Optional[JournalSeal]:
        """How the journal of a run is encrypted; None: nobody said how."""
        if self._seal is None:
            return None
        seal = json.loads(read_note(self._seal))
        return journal_seal(identifier, bytes.fromhex(seal["key"]), seal["header"])

    def _refuse(self, identifier: str, error: OSError) -> None:
        now = round(time.time() * 1000)
        self._line.emit(
            "end", id=identifier, cause="infra", message=_could_not_start(error), startedAt=now, finishedAt=now
        )

    def _fork(self, run: Run, in_child: Callable[[Files], None], is_asking: bool = False) -> None:
        pipes = Pipes(is_asking)
        journal = -1 if run.phase == COLLECTING else open_journal(run.journal)
        try:
            pid = os.fork()
        except OSError:
            pipes.close()
            if journal >= 0:
                os.close(journal)
            raise
        if pid == 0:
            try:
                in_child(pipes.of_child(run.log, journal))
            finally:
                os._exit(1)
        pipes.keep_own()
        if journal >= 0:
            os.close(journal)
        run.pid, run.output_file, run.result_file = pid, pipes.output, pipes.result
        if is_asking:
            run.auth_file = pipes.auth
        self._by_pid[pid] = run
        for file, take in ((pipes.output, self._on_output), (pipes.result, self._on_messages)):
            self._selector.register(file, selectors.EVENT_READ, functools.partial(take, run))

    def _on_output(self, run: Run, file: int, turns: int = READS_PER_TURN) -> None:
        """Reads some of the test's output; `turns` below zero means all there is."""
        while turns:
            turns -= 1
            data = read_available(file)
            if data == b"":
                self._close(run, "output_file")
            if not data:
                return
            run.add_output(data)

    def _on_messages(self, run: Run, file: int, turns: int = READS_PER_TURN) -> None:
        """Reads some of the child's report."""
        while turns:
            turns -= 1
            data = read_available(file)
            if data == b"":
                self._close(run, "result_file")
            if not data:
                return
            for message in run.add_messages(data):
                self._on_message(run, message[:1], message[1:])
            if run.has_said_too_much and run.phase != KILLED:
                self._end_for(run, f"reported more than {REPORT_LIMIT // MEBIBYTE} MB")

    def _on_message(self, run: Run, kind: bytes, value: bytes) -> None:
        if kind == channel.CALL:
            self._line.forward("call", run.id, value)
        elif kind == channel.RESULT:
            run.has_result = True
            run.has_descendants = b'"hasDescendants": false' not in value
            run.report()
            self._line.forward("result", run.id, value)
        elif kind == channel.DONE:
            run.report()
        elif kind == channel.ASK:
            self._line.forward("ask", run.id, value)
        elif kind == channel.IMPORTED:
            self._to_warm.update(name for name in WARMABLE if json.dumps(name).encode() == value)

    def _on_signal(self, file: int) -> None:
        read_available(file)
        for pid in processes.ended_children():
            run = self._by_pid.get(pid)
            if run is not None:
                # The leader is not collected yet, so its number still names its group and nothing else.
                processes.kill_group(pid)
            status = processes.collect(pid)
            if run is not None:
                del self._by_pid[pid]
                self._on_exit(run, status)
        if not self._runs and processes.has_descendants():
            processes.kill_leftovers(())

    def _on_exit(self, run: Run, status: int) -> None:
        """A child ended, by itself or killed."""
        self._drain(run)
        if run.phase == COLLECTING:
            self._conclude(run)
            return
        run.status = status
        if run.has_descendants:
            processes.kill_leftovers(self._by_pid)
            self._drain(run)
        if is_empty(run.log) or (run.has_result and not self._is_saving):
            self._conclude(run)
            return
        if self._is_saving:
            self._collect_left(run)
            return
        # Only the service knows the secrets that must not be in the report, so it is asked for them.
        self._send_output(run, is_last=False)
        run.extend(COLLECTING, REPORT_SECONDS)
        self._line.emit("lost", id=run.id)

    def _collect(self, run: Optional[Run], masker: Masker) -> None:
        if run is None or run.phase != COLLECTING or run.pid in self._by_pid:
            return
        try:
            self._fork(run, lambda files: collect_child(masker, files))
        except OSError:
            # The verdict is known, only the calls are lost.
            self._conclude(run)

    def _cancel(self, run: Optional[Run]) -> None:
        if run is None:
            return
        if run.phase == RUNNING:
            self._finish(run, "cancel")
        elif run.phase == ANSWERING:
            self._kill(run, run.cause or "cancel")

    def _finish(self, run: Run, cause: str) -> None:
        """Lets what may change something be answered before the end; nothing more begins."""
        run.cause = cause
        processes.tell(run.pid, CLOSE)
        run.begin_finishing()

    def _kill(self, run: Run, cause: str) -> None:
        run.cause = cause
        run.extend(KILLED, math.inf)
        processes.kill_group(run.pid)

    def _drain(self, run: Run) -> None:
        if run.output_file is not None:
            self._on_output(run, run.output_file, turns=-1)
        if run.result_file is not None:
            self._on_messages(run, run.result_file, turns=-1)
        for name in ("output_file", "result_file"):
            self._close(run, name)
        run.close_auth()

    def _close(self, run: Run, name: str) -> None:
        file = getattr(run, name)
        if file is not None:
            setattr(run, name, None)
            self._selector.unregister(file)
            os.close(file)

    def _on_time(self, now: float) -> None:
        for run in list(self._runs.values()):
            if run.output_due is not None and run.output_due <= now:
                self._send_output(run, is_last=False)
            if run.deadline <= now:
                self._on_deadline(run)
        if self._runs and self._watch_due <= now:
            self._watch_due = now + WATCH_SECONDS
            self._watch()

    def _on_deadline(self, run: Run) -> None:
        if run.phase == RUNNING:
            self._finish(run, "timeout")
        elif run.phase == FINISHING and run.may_finish():
            return
        elif run.phase == FINISHING and run.cause == "timeout":
            # The test gets a moment to say where it was.
            run.extend(ANSWERING, ANSWER_SECONDS)
            try:
                os.kill(run.pid, signal.SIGXCPU)
            except ProcessLookupError:
                return
        elif run.phase == COLLECTING and run.pid not in self._by_pid:
            self._conclude(run)
        elif run.phase == COLLECTING:
            run.extend(COLLECTING, math.inf)
            processes.kill(run.pid)
        else:
            self._kill(run, run.cause or "exit")

    def _watch(self) -> None:
        """Ends tests that have too many processes, as root the kernel's own limit does not count, or fill the disk."""
        running = [run for run in self._runs.values() if run.phase == RUNNING]
        below = processes.descendants_of([run.pid for run in running])
        for run in running:
            family = below[run.pid]
            if len(family) > self._watched.processes:
                self._end_for(run, f"started more than {self._watched.processes} processes")
                continue
            excess = run.disk.excess([run.pid, *family], self._watched.scratch)
            if excess is not None:
                self._end_for(run, excess)

    def _end_for(self, run: Run, excess: str) -> None:
        """Ends a test for what it did too much of."""
        run.message = f"the test {excess}"
        self._kill(run, "limit")

    def _send_output(self, run: Run, is_last: bool) -> None:
        run.output_due = None
        text, dropped = run.output.take(is_last)
        if text or dropped:
            self._line.emit("output", id=run.id, text=text, dropped=dropped)

    def _conclude(self, run: Run) -> None:
        """The one `end` of a run."""
        self._send_output(run, is_last=True)
        remove_tree(run.scratch)
        del self._runs[run.id]
        if not self._is_saving:
            self._kept.add(run)
        self._line.emit("end", id=run.id, **run.end())

    def _warm(self) -> None:
        """Loads what the last tests had to import themselves, while nothing runs."""
        warm_up(self._to_warm)
        self._setup = self._setup._replace(preloaded=self._setup.preloaded | self._to_warm)
        self._to_warm.clear()

    def _shut_down(self) -> None:
        try:
            self._save_reports()
        finally:
            for pid in self._by_pid:
                processes.kill_group(pid)
            processes.kill_leftovers(())
            self._home.remove()

    def _save_reports(self) -> None:
        """Writes what tests did whose report the service has not stored: their records must still be deleted."""
        left = [run for run in (*self._kept, *self._runs.values()) if not is_empty(run.log)]
        if not left:
            self._home.remove_journals(())
            return
        path = self._home.report_path
        file = os.open(f"{path}.part", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        seal = json.loads(read_note(self._seal)) if self._seal is not None else None
        self._line.divert(file, bytes.fromhex(seal["key"]) if seal else None, seal["header"] if seal else "")
        self._selector.unregister(self._line.inlet)
        self._is_saving = True
        for run in self._kept:
            self._runs[run.id] = run
            self._collect_left(run)
        for run in self._runs.values():
            if run.phase == RUNNING:
                self._finish(run, "cancel")
            elif run.phase not in (FINISHING, COLLECTING):
                processes.kill_group(run.pid)
        self._settle(FINISH_SECONDS)
        for run in self._runs.values():
            if run.phase != COLLECTING:
                processes.kill_group(run.pid)
        self._settle(SAVE_SECONDS)
        os.close(file)
        # What could not be written whole is told by the journals.
        if self._line.has_failed:
            raise OSError(f"{path} could not be written")
        os.rename(f"{path}.part", path)
        self._home.remove_journals({run.journal for run in self._runs.values()})

    def _settle(self, seconds: float) -> None:
        """Serves what the children still say, until they are gone or the time is over."""
        until = time.monotonic() + seconds
        while self._by_pid and time.monotonic() < until:
            patience = self._patience()
            left = max(0.0, until - time.monotonic())
            for key, _ in self._selector.select(left if patience is None else min(left, patience)):
                if self._selector.get_map().get(key.fd) is key:
                    key.data(key.fd)
            self._on_time(time.monotonic())
            self._line.flush()
        self._line.flush()

    def _collect_left(self, run: Run) -> None:
        if run.secrets is None:
            self._conclude(run)
            return
        names = json.loads(read_note(run.secrets))
        run.begin_collecting(math.inf)
        self._collect(run, Masker(names["secretForms"], names["headerNames"]))


def _secrets_of(job: Job, header_names: List[str]) -> str:
    return json.dumps({"secretForms": job.secret_forms, "headerNames": header_names})


def _could_not_start(error: OSError) -> str:
    return f"the test could not be started: {error}"
