"""Tracebacks for people: without frames of the runtime, with the lines of the test's source."""

from __future__ import annotations

import linecache
import traceback
from types import FrameType, TracebackType
from typing import Iterable, List, Optional, Set

from . import RUNTIME_DIR

TRACE_LIMIT = 32_768


def show_source(file_name: str, source: str) -> None:
    """Lets tracebacks show the lines of a test that lies in no file."""
    linecache.cache[file_name] = (len(source), None, source.splitlines(keepends=True), file_name)


def format_error(error: BaseException) -> str:
    """The traceback of an exception with its causes."""
    shown = traceback.TracebackException(type(error), error, error.__traceback__)
    _strip(shown, set())
    return _cut("".join(shown.format())).rstrip()


def format_stack(frame: Optional[FrameType], message: str) -> str:
    """Where a test was when it was stopped, in the form of a traceback."""
    stack = traceback.StackSummary.from_list(_own(traceback.extract_stack(frame)))
    return _cut("Traceback (most recent call last):\n" + "".join(stack.format()) + message)


def line_of_error(error: BaseException, file_name: str) -> Optional[int]:
    """The innermost line of the test that an exception passed."""
    if isinstance(error, SyntaxError) and error.filename == file_name and error.__traceback__ is None:
        return error.lineno
    line: Optional[int] = None
    trace: Optional[TracebackType] = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file_name:
            line = trace.tb_lineno
        trace = trace.tb_next
    if line is None and isinstance(error, SyntaxError) and error.filename == file_name:
        return error.lineno
    return line


def innermost_file(error: BaseException) -> Optional[str]:
    """The file whose code raised an exception; operators that the runtime evaluates count as the test's own."""
    name: Optional[str] = None
    trace: Optional[TracebackType] = error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(RUNTIME_DIR):
            name = trace.tb_frame.f_code.co_filename
        trace = trace.tb_next
    return name


def line_of_frame(frame: Optional[FrameType], file_name: str) -> Optional[int]:
    """The innermost line of the test on a stack."""
    while frame is not None:
        if frame.f_code.co_filename == file_name:
            return frame.f_lineno
        frame = frame.f_back
    return None


def _strip(shown: traceback.TracebackException, seen: Set[int]) -> None:
    if id(shown) in seen:
        return
    seen.add(id(shown))
    if shown.stack is not None:
        shown.stack[:] = _own(shown.stack)
    for other in (shown.__cause__, shown.__context__, *(getattr(shown, "exceptions", None) or ())):
        if other is not None:
            _strip(other, seen)


def _own(frames: Iterable[traceback.FrameSummary]) -> List[traceback.FrameSummary]:
    return [frame for frame in frames if not frame.filename.startswith(RUNTIME_DIR)]


def _cut(text: str) -> str:
    if len(text) <= TRACE_LIMIT:
        return text
    first = TRACE_LIMIT // 4
    return f"{text[:first]}\n[… {len(text) - TRACE_LIMIT} characters left out …]\n{text[first - TRACE_LIMIT :]}"
