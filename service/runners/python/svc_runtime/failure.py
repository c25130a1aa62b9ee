"""The verdict of a test that did not reach its end."""

from __future__ import annotations

from types import FrameType
from typing import Any, Dict, List, Optional, Sequence

from . import tracebacks
from .assertions import Assertions, Operands, describe
from .missing_module import how_to_install
from .preparation import is_of_preparation
from .report import Verdict
from .verdict import error_line, failure_kind


def failed(
    error: BaseException, file_name: str, assertions: Assertions, calls: List[Dict[str, Any]], notes: Sequence[str]
) -> Verdict:
    """The verdict for an exception that nothing caught; `notes` go below the traceback."""
    line = tracebacks.line_of_error(error, file_name)
    operands = _operands(error, line, file_name, assertions)
    collected = assertions.collected_by(operands)
    if collected is not None:
        line, operands, calls = collected.line, collected.operands, calls[: collected.calls]
    kind = failure_kind(error, operands, calls)
    hint = how_to_install(error) if isinstance(error, ModuleNotFoundError) else None
    trace = tracebacks.format_error(error)
    if operands is not None:
        described = describe(operands)
        trace += f": {described}" if trace.endswith("\nAssertionError") else f"\n{described}"
    trace += "".join(f"\nnote: {note}" for note in (*([hint] if hint else ()), *notes))
    if is_of_preparation(error, file_name):
        # What the test is about was never tried: it says nothing about that.
        return Verdict("blocked", "assertion_blocked", error_line(error, kind, None, None, calls), trace, line)
    return Verdict("failed", kind, error_line(error, kind, operands, hint, calls), trace, line)


def out_of_time(frame: Optional[FrameType], file_name: str, message: str) -> Verdict:
    """The verdict for a test that was stopped at `frame`."""
    trace = tracebacks.format_stack(frame, message)
    return Verdict("failed", "timeout", message, trace, tracebacks.line_of_frame(frame, file_name))


def _operands(
    error: BaseException, line: Optional[int], file_name: str, assertions: Assertions
) -> Optional[Operands]:
    is_own = tracebacks.innermost_file(error) == file_name
    if not isinstance(error, AssertionError) or line is None or not is_own:
        return None
    return assertions.operands_at(line)
