"""What belongs to the preparation of a test, not to what it is about: its assertions say `setup: `."""

from __future__ import annotations

import ast
import linecache
from typing import List, Optional, Set

# How the message of an assertion begins that belongs to the preparation of a test.
SETUP = "setup: "
# Reading a place of an answer that is not there, or an answer that is no JSON.
_ABSENT = (LookupError, TypeError, AttributeError, ValueError)
# Functions of the library that call the API; `call` is the one that generated tests have for several steps.
_CALLS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "request", "call"})


def is_of_preparation(error: BaseException, file_name: str) -> bool:
    """
    Whether an exception means that a test could not begin: an assertion that says so, or an answer of the preparation that
    lacks what the test needs of it. Such an answer was looked at by the assertion before, which says `setup: `.
    """
    if isinstance(error, AssertionError):
        return str(error).startswith(SETUP)
    line = _line_in_function(error, file_name)
    if not isinstance(error, _ABSENT) or line is None:
        return False
    try:
        tree = ast.parse("".join(linecache.getlines(file_name)))
    except (SyntaxError, ValueError):
        return False
    bodies = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _holds(node, line)]
    return bool(bodies) and _reads_preparation(bodies[-1], line)


def _line_in_function(error: BaseException, file_name: str) -> Optional[int]:
    """Where the first function of the file was, from which everything else was called."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file_name and code.co_name != "<module>":
            return trace.tb_lineno
        trace = trace.tb_next
    return None


def _reads_preparation(function: ast.FunctionDef, line: int) -> bool:
    """Whether the statement at the line reads what was there when the last assertion before it said `setup: `."""
    statements = [node for node in function.body if node.lineno <= line]
    if not statements:
        return False
    failing = statements.pop()
    if _is_setup_call(failing):
        return True
    checks = [node for node in statements if isinstance(node, ast.Assert)]
    if not checks or not _says_setup(checks[-1]):
        return False
    known: Set[str] = set()
    for node in statements:
        is_before = node.lineno < checks[-1].lineno
        if is_before or (known & _names(node, ast.Load) and not _calls(node)):
            known |= _names(node, ast.Store)
    return bool(known & _names(failing, ast.Load))


def _names(node: ast.AST, context: type) -> Set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, context)}


def _functions(node: ast.AST) -> List[ast.Call]:
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]


def _calls(node: ast.AST) -> bool:
    return any(getattr(one.func, "attr", getattr(one.func, "id", "")) in _CALLS for one in _functions(node))


def _is_setup_call(node: ast.AST) -> bool:
    """`call("setup", …)`"""
    return any(
        isinstance(one.func, ast.Name)
        and one.func.id == "call"
        and bool(one.args)
        and isinstance(one.args[0], ast.Constant)
        and one.args[0].value == "setup"
        for one in _functions(node)
    )


def _says_setup(node: ast.Assert) -> bool:
    message = node.msg
    first = message.values[0] if isinstance(message, ast.JoinedStr) and message.values else message
    return isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value.startswith(SETUP)


def _holds(node: ast.FunctionDef, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or line)
