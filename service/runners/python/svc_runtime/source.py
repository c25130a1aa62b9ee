"""Prepares the source of a test: project variables, recorded assertions, calls of its test functions.

The program is changed as a tree, not as text, so every line keeps its number and no value can break the syntax.
"""

from __future__ import annotations

import ast
import re
from types import CodeType
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Union

from .assertions import Assertions, Site

# Names that no program can contain; they reach the runtime from rewritten code through the builtins.
COMPARE, COMPARE_NEXT, VALUE, CALLED = "@svc_compare", "@svc_compare_next", "@svc_value", "@svc_called"
MAY_DIFFER, COLLECT, FAILS = "@svc_may_differ", "@svc_collect", "@svc_fails"
LAST, SAID = "@svc_last", "@svc_said"

# The list in which a test notes what does not hold in one of its cases.
FAILURES = "failures"

_VARIABLE = re.compile(r"(?<![A-Za-z0-9_])VAR_([A-Za-z0-9_]+)")
_VARIABLE_BYTES = re.compile(_VARIABLE.pattern.encode())
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Prepared(NamedTuple):
    """A program that can run, and the keys it names that the project does not have."""

    code: CodeType
    unknown_keys: List[str]


def names_for(assertions: Assertions) -> Dict[str, Callable[..., Any]]:
    """What the rewritten code of a test calls."""
    return {
        COMPARE: assertions.compare,
        COMPARE_NEXT: assertions.compare_next,
        VALUE: assertions.value,
        CALLED: assertions.mark_called,
        MAY_DIFFER: assertions.may_differ,
        LAST: assertions.last,
        SAID: assertions.said,
        COLLECT: assertions.collect,
        FAILS: assertions.fails,
    }


def prepare(source: str, file_name: str, environment: Mapping[str, str], assertions: Assertions) -> Prepared:
    """Compiles a test. Raises what `compile` raises: SyntaxError, ValueError, RecursionError, MemoryError."""
    source = source[1:] if source.startswith("\ufeff") else source
    # Not `ast.parse`: its own frame would stand in the traceback of a SyntaxError.
    tree = compile(source, file_name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    unknown = replace_variables(tree, environment) if "VAR_" in source else []
    _Rewriter(source, assertions).block(tree, is_module=True)
    code = compile(tree, file_name, "exec", dont_inherit=True)
    return Prepared(code, unknown)


def replace_variables(tree: ast.Module, environment: Mapping[str, str]) -> List[str]:
    """Puts the values of `VAR_<KEY>` into every string; returns the keys that do not exist.

    Outside strings the name stays: the runtime injects a global of the same name.
    """
    unknown: Dict[str, None] = {}

    def replaced(match: "re.Match[str]") -> str:
        value = environment.get(match.group(1))
        if value is None:
            unknown[match.group(1)] = None
            return match.group(0)
        return value

    def replaced_bytes(match: "re.Match[bytes]") -> bytes:
        return _VARIABLE.sub(replaced, match.group(0).decode()).encode()

    names: Dict[str, None] = {}
    own = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if "VAR_" in node.value:
                node.value = _VARIABLE.sub(replaced, node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, bytes):
            if b"VAR_" in node.value:
                node.value = _VARIABLE_BYTES.sub(replaced_bytes, node.value)
        elif isinstance(node, ast.Name) and node.id.startswith("VAR_"):
            if isinstance(node.ctx, ast.Load):
                names[node.id[4:]] = None
            else:
                own.add(node.id[4:])
        elif isinstance(node, (ast.arg, ast.alias)):
            own.add(_bound_name(node)[4:])
    unknown.update((key, None) for key in names if key not in environment and key not in own)
    return list(unknown)


def _bound_name(node: Union[ast.arg, ast.alias]) -> str:
    return node.arg if isinstance(node, ast.arg) else (node.asname or node.name)


class _Rewriter:
    """Visits statements only: an `assert` is one, and expressions hold none but in lambdas, which cannot."""

    def __init__(self, source: str, assertions: Assertions) -> None:
        self._source = source
        self._assertions = assertions

    def block(self, node: ast.AST, is_module: bool) -> None:
        """Rewrites every statement below a node; `is_module` while names bind to the module."""
        for statement in _statements(node):
            if isinstance(statement, ast.Assert):
                statement.test = self._condition(statement.test, statement, is_negated=False)
                if statement.lineno in self._assertions.lenient:
                    statement.test = _may_differ(statement)
                if statement.msg is not None and any(isinstance(node, ast.Call) for node in ast.walk(statement.msg)):
                    # A function that the message calls may assert itself.
                    last = _call(LAST, [], statement.msg)
                    statement.msg = _call(SAID, [last, statement.msg], statement.msg)
                continue
            noted = statement if isinstance(statement, ast.If) and _noted_in(statement) is not None else None
            if noted is not None:
                noted.test = self._collected(noted)
            is_scope = isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            self.block(statement, is_module and not is_scope)
            if noted is not None and noted.lineno in self._assertions.lenient:
                # A case may be over without a failure.
                first = noted.body[0]
                noted.body[0] = ast.copy_location(ast.If(_call(FAILS, [], first), [first], []), first)
            if is_module and isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if statement.name.startswith("test_"):
                    _mark(statement)

    def _collected(self, statement: ast.If) -> ast.expr:
        """`if` what must not be: the failure is noted in a list that an assertion looks at when all cases are tried."""
        bad = self._condition(statement.test, statement, is_negated=True)
        message = _noted_in(statement) or ast.Constant("")
        line = ast.copy_location(ast.Constant(statement.lineno), statement)
        holds = ast.copy_location(ast.UnaryOp(ast.Not(), bad), bad)
        parts = [line, _later(holds, statement), _later(message, statement)]
        return ast.copy_location(_call(COLLECT, parts, statement.test), statement.test)

    def _condition(self, node: ast.expr, statement: Union[ast.Assert, ast.If], is_negated: bool) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            node.values = [self._condition(value, statement, is_negated) for value in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._condition(node.operand, statement, not is_negated)
            return node
        if isinstance(node, ast.Compare) and all(map(_is_plain, node.comparators[1:])):
            return self._comparison(node, statement, is_negated)
        site = self._site(statement, is_negated, node, None, None)
        return _call(VALUE, [ast.Constant(site), node], node)

    def _comparison(self, node: ast.Compare, statement: Union[ast.Assert, ast.If], is_negated: bool) -> ast.expr:
        calls: List[ast.expr] = []
        left = node.left
        for operation, right in zip(node.ops, node.comparators):
            site = self._site(statement, is_negated, node, left, right)
            name = ast.Constant(type(operation).__name__)
            if calls:
                calls.append(_call(COMPARE_NEXT, [ast.Constant(site), name, right], node))
            else:
                calls.append(_call(COMPARE, [ast.Constant(site), name, left, right], node))
            left = right
        return calls[0] if len(calls) == 1 else ast.copy_location(ast.BoolOp(ast.And(), calls), node)

    def _site(
        self,
        statement: Union[ast.Assert, ast.If],
        is_negated: bool,
        node: ast.expr,
        left: Optional[ast.expr],
        right: Optional[ast.expr],
    ) -> int:
        sites = self._assertions.sites
        last_line = statement.end_lineno or statement.lineno
        sites.append(Site(statement.lineno, last_line, is_negated, node, left, right, self._source))
        return len(sites) - 1


def _is_plain(node: ast.expr) -> bool:
    """Whether evaluating an operand runs no code, so that nothing can come between two links of a chain."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, (ast.Constant, ast.Name))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for block in _BLOCKS:
        for child in getattr(node, block, ()):
            # Handlers and cases are no statements but hold some.
            yield child


def _call(name: str, arguments: List[ast.expr], node: ast.expr) -> ast.expr:
    call = ast.Call(ast.Name(name, ast.Load()), arguments, [])
    for made in (call, call.func, *arguments):
        if not hasattr(made, "lineno"):
            ast.copy_location(made, node)
    return call


def _may_differ(statement: ast.Assert) -> ast.expr:
    """The condition as one that may be noted instead of failing; it and its message are evaluated when asked for."""
    message = statement.msg or ast.Constant("")
    parts = [_later(statement.test, statement), _later(message, statement)]
    line = ast.copy_location(ast.Constant(statement.lineno), statement)
    return ast.copy_location(_call(MAY_DIFFER, [line, *parts], statement.test), statement.test)


def _noted_in(statement: ast.If) -> Optional[ast.expr]:
    """The text of `if …: failures.append(text)`, also where another case follows it; None for any other statement."""
    first = statement.body[0]
    call = first.value if isinstance(first, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1:
        return None
    is_list = isinstance(call.func, ast.Attribute) and call.func.attr == "append"
    return call.args[0] if is_list and getattr(call.func.value, "id", None) == FAILURES else None


def _later(node: ast.expr, statement: Union[ast.Assert, ast.If]) -> ast.expr:
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    if not hasattr(node, "lineno"):
        ast.copy_location(node, statement)
    return ast.copy_location(ast.Lambda(empty, node), node)


def _mark(function: Union[ast.FunctionDef, ast.AsyncFunctionDef]) -> None:
    first = function.body[0]
    mark = ast.Expr(ast.Call(ast.Name(CALLED, ast.Load()), [ast.Constant(function.name)], []))
    for node in ast.walk(mark):
        ast.copy_location(node, first)
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    function.body.insert(1 if has_docstring else 0, mark)
