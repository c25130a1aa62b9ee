"""Executes one test in a forked child and reports how it ended; never returns to the parent's code."""

from __future__ import annotations

import builtins
import os
import signal
import sys

# Bound here: a test may replace the function of the module.
from time import monotonic
from types import FrameType, ModuleType
from typing import Any, Dict, List, Mapping, NoReturn, Optional

from . import scope, source, tracebacks
from .assertions import Assertions
from .auth_line import AuthLine
from .call_auth import CallAuth
from .call_log import CallLog, log_advisories, used_size
from .channel import DONE, IMPORTED, Channel
from .failure import failed, out_of_time
from .isolation import Files, Setup, isolate
from .job import Job
from .journal import Journal, JournalSeal
from .kept_away import kept_away
from .leniency import Ended
from .limits import allow_report
from .masking import Masker
from .processes import has_descendants
from .program_end import end_program, flush_streams, is_success
from .publish import Publisher
from .recorder import recorder
from .report import Verdict, read_calls, send_report
from .test_functions import call_test_functions
from .unlooked import unlooked_advisories
from .verdict import CHECKS_NOTHING, one_line
from .warm import WARMABLE

Json = Dict[str, Any]

# Sent by the parent before it ends a test: what is under way may be answered, nothing more begins.
CLOSE = signal.SIGUSR2
# Taking a log of this size apart takes long enough to tell the parent that the test itself is over.
LONG_LOG = 1024 * 1024


def run_child(job: Job, files: Files, setup: Setup, scratch: str, seal: Optional[JournalSeal]) -> NoReturn:
    """The whole life of a child."""
    result = files.result
    try:
        files = isolate(setup, files, scratch, job.timeout_seconds, job.browser_path)
        result = files.result
        TestRun(job, files, setup, scratch, seal).execute()
    except BaseException as error:
        _report_broken_runtime(result, error)
    finally:
        os._exit(0)


def collect_child(masker: Masker, files: Files) -> NoReturn:
    """Reports for a test that died before it could: its calls and captures are in the log."""
    try:
        calls, captures = read_calls(files.log, masker)
        advisories = log_advisories(used_size(files.log))
        send_report(Channel(files.result), Verdict(None), calls, captures, advisories, masker, False)
    finally:
        os._exit(0)


class TestRun:
    """One test from its source to its report."""

    def __init__(
        self, job: Job, files: Files, setup: Setup, scratch: str, seal: Optional[JournalSeal]
    ) -> None:
        self._job = job
        self._scratch = scratch
        self._setup = setup
        self._channel = Channel(files.result)
        self._log = CallLog(files.log)
        if seal is not None and files.journal >= 0:
            self._log.journal = Journal(files.journal, seal, job.secret_forms, job.hidden_headers())
        self._assertions = Assertions()
        self._publisher = Publisher(self._log, job.produces)
        self._unknown_keys: List[str] = []
        self._started = monotonic()
        self._is_over = False
        self._error: Optional[BaseException] = None
        self._module = ModuleType("__main__")
        self._injected: Dict[str, Any] = {}
        self._auth_file = files.auth
        # The credentials that the globals show.
        self._renewed: Mapping[str, Any] = {"credential": job.auth_credential, "headers": job.auth_headers}

    def execute(self) -> None:
        """Runs the test and writes the report."""
        signal.signal(signal.SIGXCPU, self._out_of_time)
        signal.signal(CLOSE, self._close)
        tracebacks.show_source(self._job.file_name, self._job.code)
        self._prepare_module()
        self._setup.target_rule.enforce()
        if self._setup.gateway is not None:
            self._setup.gateway.enforce()
        self._run()
        self._is_over = True
        if recorder.auth is not None:
            recorder.auth.close()
        self._log.close()
        if self._log.size > LONG_LOG:
            self._channel.put(DONE)
            self._channel.flush()
        self._report()

    def _prepare_module(self) -> None:
        self._injected = scope.make_scope(self._module, self._job, self._publisher.produce)
        sys.modules["__main__"] = self._module
        sys.argv = [self._job.file_name]
        vars(builtins).update(source.names_for(self._assertions))
        job, log = self._job, self._log
        self._assertions.allow(job.lenient, job.file_name, lambda: log.calls, self._calls_so_far)
        recorder.start(self._log, self._call_auth(), self._job.read_before)

    def _calls_so_far(self) -> List[Json]:
        if self._log.held is not None:
            self._log.held.write_request()
        return read_calls(self._log.file, self._job.masker())[0]

    def _call_auth(self) -> Optional[CallAuth]:
        """What decides about the credentials of single calls; None while the globals say everything."""
        job = self._job
        if job.auth_rules is None and job.renewal is None:
            return None
        line = AuthLine(self._channel, self._auth_file) if self._auth_file >= 0 else None
        return CallAuth(
            job.target_url, job.auth_credential, job.auth_headers, job.auth_rules, job.renewal, line, self._take_renewed
        )

    def _take_renewed(self, fresh: Mapping[str, Any]) -> None:
        """Hides a fresh token in everything that is stored, and shows it to whoever reads the globals from now on."""
        self._job.secret_forms[:] = fresh["secretForms"]
        if self._log.journal is not None:
            self._log.journal.hide(fresh["secretForms"])
        names, headers = self._module.__dict__, self._injected["__AUTH_HEADERS__"]
        for name, value in fresh["headers"].items():
            if headers.get(name) == self._renewed["headers"].get(name):
                headers[name] = value
        if names.get("__AUTH_CREDENTIAL__") == self._renewed["credential"]:
            names["__AUTH_CREDENTIAL__"] = fresh["credential"]
        self._renewed = fresh

    def _run(self) -> None:
        """Executes the test to what would be the end of its process; keeps the exception that ended it."""
        names = self._module.__dict__
        try:
            self._execute(names)
        except BaseException as error:
            self._error = None if isinstance(error, Ended) or self._assertions.ends_with(error) else error
        try:
            end_program()
            if self._error is None:
                self._publisher.produce_globals(names, self._injected)
        except BaseException as error:
            self._error = self._error or error
        allow_report()
        self._publisher.produce_what_can(names, self._injected)
        flush_streams()

    def _execute(self, names: Dict[str, Any]) -> None:
        job = self._job
        try:
            prepared = source.prepare(job.code, job.file_name, job.environment, self._assertions)
            self._unknown_keys = prepared.unknown_keys
            exec(prepared.code, names)
            call_test_functions(names, job.file_name, self._assertions.called)
        except SystemExit as leave:
            if not is_success(leave):
                raise

    def _report(self) -> None:
        masker = self._job.masker()
        calls, captures = read_calls(self._log.file, masker)
        if self._error is not None:
            verdict = failed(self._error, self._job.file_name, self._assertions, calls, self._notes())
        elif self._log.is_closing:
            # It came to its end while its last call was waited for.
            verdict = Verdict("failed", "timeout", self._time_message())
        elif calls or self._assertions.executed:
            verdict = Verdict("passed")
        else:
            verdict = Verdict("failed", "unknown", CHECKS_NOTHING)
        self._send(verdict, calls, captures, masker)

    def _out_of_time(self, _signal: int, frame: Optional[FrameType]) -> None:
        """The parent's time limit or the soft CPU limit: report from here, the test's own code is not resumed."""
        if self._is_over:
            return
        self._is_over = True
        try:
            allow_report()
            self._channel.put(DONE)
            self._channel.flush()
            self._publisher.produce_what_can(self._module.__dict__, self._injected)
            flush_streams()
            self._log.close()
            if self._error is not None:
                # It had failed and its threads or exit handlers went on.
                self._report()
                return
            masker = self._job.masker()
            calls, captures = read_calls(self._log.file, masker)
            verdict = out_of_time(frame, self._job.file_name, self._time_message())
            self._send(verdict, calls, captures, masker)
        finally:
            os._exit(0)

    def _close(self, _signal: int, _frame: Optional[FrameType]) -> None:
        """Begins no further call: the answers of those under way may name records that have to be deleted."""
        self._log.is_closing = True

    def _time_message(self) -> str:
        limit = self._job.timeout_seconds
        if monotonic() - self._started < limit - 0.1:
            return "the test used more CPU time than its time limit allows"
        return f"the test ran longer than its limit of {limit:g} s"

    def _send(self, verdict: Verdict, calls: List[Json], captures: List[Json], masker: Masker) -> None:
        late = [name for name in WARMABLE if name in sys.modules and name not in self._setup.preloaded]
        for name in late:
            self._channel.put(IMPORTED, name)
        unlooked = unlooked_advisories(calls, self._assertions.looks) if verdict.status == "passed" else []
        advisories = self._notes() + unlooked + log_advisories(self._log.size)
        deviations = self._assertions.deviations
        send_report(self._channel, verdict, calls, captures, advisories, masker, has_descendants(), deviations)

    def _notes(self) -> List[str]:
        unknown = [
            f"VAR_{key} is left as it is: the project has no environment variable {key}" for key in self._unknown_keys
        ]
        is_confined = self._setup.confinement.version > 0
        return unknown + kept_away(self._error, self._scratch, is_confined)


def _report_broken_runtime(result: int, error: BaseException) -> None:
    """The runtime itself failed; the test is blocked, not failed."""
    channel = Channel(result)
    message = one_line(f"the Python runtime could not run the test: {type(error).__name__}: {error}")
    send_report(channel, Verdict("blocked", "infra", message), [], [], [], Masker([], []), True)
