"""Executes one test in a forked child and reports how it ended; never returns to the parent's code."""

from __future__ import annotations

import atexit
import builtins
import inspect
import os
import signal
import sys
import threading

# Bound here: a test may replace the function of the module.
from time import monotonic
from types import FrameType, FunctionType, ModuleType
from typing import Any, Coroutine, Dict, List, NoReturn, Optional

from . import scope, source, tracebacks
from .assertions import Assertions, Operands, describe
from .call_log import CallLog, log_advisories, used_size
from .channel import DONE, IMPORTED, Channel
from .isolation import Files, Setup, isolate
from .job import Job
from .limits import allow_report
from .masking import Masker
from .missing_module import how_to_install
from .processes import has_descendants
from .publish import Publisher
from .recorder import recorder
from .report import Verdict, read_calls, send_report
from .verdict import CHECKS_NOTHING, error_line, failure_kind, one_line

# Taking a log of this size apart takes long enough to tell the parent that the test itself is over.
LONG_LOG = 1024 * 1024
# Libraries that the parent loads once a test has needed them.
WARMABLE = ("asyncio", "httpx", "jsonschema", "pydantic", "unittest", "yaml")


def run_child(job: Job, files: Files, setup: Setup, scratch: str) -> NoReturn:
    """The whole life of a child."""
    result = files.result
    try:
        files = isolate(setup, files, scratch, job.timeout_seconds)
        result = files.result
        TestRun(job, files, setup).execute()
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

    def __init__(self, job: Job, files: Files, setup: Setup) -> None:
        self._job = job
        self._setup = setup
        self._channel = Channel(files.result)
        self._log = CallLog(files.log)
        self._assertions = Assertions()
        self._publisher = Publisher(self._log, job.produces)
        self._unknown_keys: List[str] = []
        self._started = monotonic()
        self._is_over = False
        self._error: Optional[BaseException] = None
        self._module = ModuleType("__main__")
        self._injected: Dict[str, Any] = {}

    def execute(self) -> None:
        """Runs the test and writes the report."""
        signal.signal(signal.SIGXCPU, self._out_of_time)
        tracebacks.show_source(self._job.file_name, self._job.code)
        self._prepare_module()
        self._run()
        self._is_over = True
        self._log.close()
        if self._log.size > LONG_LOG:
            self._channel.put(DONE)
            self._channel.flush()
        self._report()

    def _prepare_module(self) -> None:
        self._injected = scope.make_scope(self._module, self._job, self._publisher.produce)
        sys.modules["__main__"] = self._module
        sys.argv = [self._job.file_name]
        for name, function in (
            (source.COMPARE, self._assertions.compare),
            (source.COMPARE_NEXT, self._assertions.compare_next),
            (source.VALUE, self._assertions.value),
            (source.CALLED, self._assertions.mark_called),
        ):
            setattr(builtins, name, function)
        recorder.start(self._log)

    def _run(self) -> None:
        """Executes the test to what would be the end of its process; keeps the exception that ended it."""
        names = self._module.__dict__
        try:
            self._execute(names)
        except BaseException as error:
            self._error = error
        try:
            _end_as_python_does()
            if self._error is None:
                self._publisher.produce_globals(names, self._injected)
        except BaseException as error:
            self._error = self._error or error
        allow_report()
        self._publisher.produce_what_can(names, self._injected)
        _flush_streams()

    def _execute(self, names: Dict[str, Any]) -> None:
        job = self._job
        try:
            prepared = source.prepare(job.code, job.file_name, job.environment, self._assertions)
            self._unknown_keys = prepared.unknown_keys
            exec(prepared.code, names)
            self._call_tests(names)
        except SystemExit as leave:
            if not _is_success(leave):
                raise

    def _call_tests(self, names: Dict[str, Any]) -> None:
        """Calls the test functions that the file defines and did not call, in the order of their definition."""
        seen = set()
        for name, function in list(names.items()):
            if not name.startswith("test_") or name in self._assertions.called or not isinstance(function, FunctionType):
                continue
            if id(function) in seen or not self._is_own(function) or _has_required_arguments(function):
                continue
            seen.add(id(function))
            result = function()
            if inspect.iscoroutine(result):
                _run_coroutine(result)

    def _is_own(self, function: FunctionType) -> bool:
        code = getattr(inspect.unwrap(function), "__code__", None)
        return code is not None and code.co_filename == self._job.file_name

    def _report(self) -> None:
        masker = self._job.masker()
        calls, captures = read_calls(self._log.file, masker)
        if self._error is not None:
            verdict = self._failed(self._error, calls)
        elif calls or self._assertions.executed:
            verdict = Verdict("passed")
        else:
            verdict = Verdict("failed", "unknown", CHECKS_NOTHING)
        self._send(verdict, calls, captures, masker)

    def _failed(self, error: BaseException, calls: List[Dict[str, Any]]) -> Verdict:
        line = tracebacks.line_of_error(error, self._job.file_name)
        operands = self._operands(error, line)
        kind = failure_kind(error, operands, calls)
        trace = tracebacks.format_error(error)
        if operands is not None:
            described = describe(operands)
            trace += f": {described}" if trace.endswith("\nAssertionError") else f"\n{described}"
        if isinstance(error, ModuleNotFoundError):
            hint = how_to_install(error)
            trace += f"\n{hint}" if hint else ""
        trace += "".join(f"\nnote: {note}" for note in self._notes())
        return Verdict("failed", kind, error_line(error, kind, operands, calls), trace, line)

    def _operands(self, error: BaseException, line: Optional[int]) -> Optional[Operands]:
        is_own = tracebacks.innermost_file(error) == self._job.file_name
        if not isinstance(error, AssertionError) or line is None or not is_own:
            return None
        return self._assertions.operands_at(line)

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
            _flush_streams()
            self._log.close()
            if self._error is not None:
                # It had failed and its threads or exit handlers went on.
                self._report()
                return
            masker = self._job.masker()
            calls, captures = read_calls(self._log.file, masker)
            self._send(self._late(frame), calls, captures, masker)
        finally:
            os._exit(0)

    def _late(self, frame: Optional[FrameType]) -> Verdict:
        limit = self._job.timeout_seconds
        if monotonic() - self._started < limit - 0.1:
            message = "the test used more CPU time than its time limit allows"
        else:
            message = f"the test ran longer than its limit of {limit:g} s"
        line = tracebacks.line_of_frame(frame, self._job.file_name)
        return Verdict("failed", "timeout", message, tracebacks.format_stack(frame, message), line)

    def _send(self, verdict: Verdict, calls: List[Dict[str, Any]], captures: List[Dict[str, Any]], masker: Masker) -> None:
        late = [name for name in WARMABLE if name in sys.modules and name not in self._setup.preloaded]
        for name in late:
            self._channel.put(IMPORTED, name)
        advisories = self._notes() + log_advisories(self._log.size)
        send_report(self._channel, verdict, calls, captures, advisories, masker, has_descendants())

    def _notes(self) -> List[str]:
        return [f"VAR_{key} is left as it is: the project has no environment variable {key}" for key in self._unknown_keys]


def _is_success(leave: SystemExit) -> bool:
    if leave.code is not None and not isinstance(leave.code, int):
        # What Python itself does with a text.
        print(leave.code, file=sys.stderr)
    return not leave.code and (leave.code is None or isinstance(leave.code, int))


def _run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> None:
    # Only asynchronous tests pay for the import.
    import asyncio

    asyncio.run(coroutine)


def _has_required_arguments(function: FunctionType) -> bool:
    parameters = inspect.signature(function).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(item.default is item.empty and item.kind not in optional for item in parameters)


def _end_as_python_does() -> None:
    """Waits for threads, ends idle thread pools and runs exit handlers, which report their own errors."""
    threading._shutdown()  # type: ignore[attr-defined]
    try:
        atexit._run_exitfuncs()
    except BaseException:
        # Python 3.9 raises the last of the errors it has printed.
        return


def _flush_streams() -> None:
    """Writes out what is buffered, also when the test replaced a stream."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()  # type: ignore[union-attr]
        except Exception:
            # Closed or replaced by something that cannot flush: nothing is left to write.
            continue


def _report_broken_runtime(result: int, error: BaseException) -> None:
    """The runtime itself failed; the test is blocked, not failed."""
    channel = Channel(result)
    message = one_line(f"the Python runtime could not run the test: {type(error).__name__}: {error}")
    send_report(channel, Verdict("blocked", "infra", message), [], [], [], Masker([], []), True)
