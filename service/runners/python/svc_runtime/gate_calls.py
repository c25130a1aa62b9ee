"""What the syntax tree of a test says: its calls, its assertions, its variables."""

from __future__ import annotations

import ast
import builtins
import re
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

Record = Dict[str, Any]

_METHODS = {"get", "post", "put", "patch", "delete", "head", "options"}
_INJECTED = {
    "BASE_URL",
    "TARGET_URL",
    "RUN_TAG",
    "__AUTH_HEADERS__",
    "__AUTH_CREDENTIAL__",
    "__AUTH_TYPE__",
    "__EXTRA_HEADERS__",
    "__name__",
    "__file__",
    "variables",
    "produce",
    "leaks",
    "read_json",
    "wrong_credential",
    "tag_letters",
}
# A part of an address that only shows while the test runs.
_OPEN = "{}"
_ANY = "*"
_HOST = re.compile(r"^[a-z][a-z0-9+.-]*://", re.I)
_DEPTH = 8


class Finding(NamedTuple):
    """Why a test is not accepted."""

    code: str
    message: str


class Call(NamedTuple):
    """A call of the API: its method and its address without the base, `{}` for what only shows later."""

    method: str
    path: str


def check_source(subject: Record) -> Optional[Finding]:
    """The first reason not to accept the source of a test; None when there is none."""
    try:
        tree = ast.parse(subject["source"], subject["fileName"])
    except (SyntaxError, ValueError) as error:
        return Finding("malformed", f"it is no Python: {error}")
    program = Program(tree)
    return (
        _uncalled(program)
        or _hosts(program)
        or _calls(program, subject)
        or _assertions(program)
        or _variables(program, subject)
        or _names(program, subject)
    )


class Program:
    """A test file with what is bound where."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        self.bindings: Dict[str, List[ast.expr]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.bindings.setdefault(target.id, []).append(node.value)
        self.helpers = {name: node for name, node in self.functions.items() if _is_helper(node)}
        self.parameters = {
            argument.arg
            for node in self.functions.values()
            for argument in (*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
            if argument is not None
        }

    def calls(self) -> Iterator[Call]:
        """Every call of the API that the file makes, helpers resolved."""
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call):
                continue
            method = _library_method(node)
            if method is not None and node.args:
                if method != "request":
                    yield from (Call(method.upper(), path) for path in self.paths(node.args[0]))
                elif isinstance(node.args[0], ast.Constant) and len(node.args) > 1:
                    yield from (Call(str(node.args[0].value), path) for path in self.paths(node.args[1]))
            elif isinstance(node.func, ast.Name) and node.func.id in self.helpers:
                yield from self._helper_calls(node, self.helpers[node.func.id])

    def _helper_calls(self, node: ast.Call, helper: ast.FunctionDef) -> Iterator[Call]:
        given = {argument.arg: value for argument, value in zip(helper.args.args, node.args)}
        given.update((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
        for inner in ast.walk(helper):
            if not isinstance(inner, ast.Call) or _library_method(inner) != "request" or len(inner.args) < 2:
                continue
            method, address = inner.args[0], inner.args[1]
            if isinstance(method, ast.Name):
                method = given.get(method.id, method)
            if isinstance(method, ast.Constant):
                yield from (Call(str(method.value), path) for path in self.paths(address, given))

    def paths(self, node: ast.expr, given: Optional[Dict[str, ast.expr]] = None, depth: int = 0) -> List[str]:
        """The addresses that an expression may be, without the base URL."""
        if depth > _DEPTH:
            return [_ANY]
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.JoinedStr):
            results = [""]
            for part in node.values:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                pieces = self._pieces(inner, given, depth)
                results = [left + right for left in results for right in pieces]
            return results
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            lefts, rights = self.paths(node.left, given, depth + 1), self.paths(node.right, given, depth + 1)
            return [left + right for left in lefts for right in rights]
        if isinstance(node, ast.Name):
            return self._named(node.id, given, depth)
        return [_ANY]

    def _pieces(self, node: ast.expr, given: Optional[Dict[str, ast.expr]], depth: int) -> List[str]:
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.Name):
            found = self._named(node.id, given, depth)
            return [_OPEN if path == _ANY else path for path in found]
        return [_OPEN]

    def _named(self, name: str, given: Optional[Dict[str, ast.expr]], depth: int) -> List[str]:
        if name in ("BASE_URL", "TARGET_URL"):
            return [""]
        if given is not None and name in given:
            return self.paths(given[name], None, depth + 1)
        values = self.bindings.get(name, [])
        texts = [value for value in values if isinstance(value, (ast.Constant, ast.JoinedStr, ast.BinOp))]
        if not texts or len(texts) < len(values):
            return [_ANY]
        return [path for value in texts for path in self.paths(value, None, depth + 1)]


def _library_method(node: ast.Call) -> Optional[str]:
    """`get` of `requests.get(…)`."""
    func = node.func
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "requests":
        return func.attr if func.attr in _METHODS or func.attr == "request" else None
    return None


def _is_helper(node: ast.FunctionDef) -> bool:
    """A function that calls the API for others."""
    return not node.name.startswith("test_") and any(
        isinstance(inner, ast.Call) and _library_method(inner) is not None for inner in ast.walk(node)
    )


def _uncalled(program: Program) -> Optional[Finding]:
    called = {
        node.value.func.id
        for node in program.tree.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
    }
    tests = [node.name for node in program.tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    if not tests:
        return Finding("not_executed", "it has no test function")
    missing = [name for name in tests if name not in called]
    return Finding("not_executed", f"nobody calls {missing[0]}") if missing else None


def _hosts(program: Program) -> Optional[Finding]:
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Call) and _library_method(node) is not None:
            place = 1 if _library_method(node) == "request" else 0
            for path in program.paths(node.args[place]) if len(node.args) > place else []:
                if _HOST.match(path):
                    return Finding("wrong_endpoint", f"it calls another host than the project's: {path}")
    return None


def _calls(program: Program, subject: Record) -> Optional[Finding]:
    made = set(program.calls())
    wanted = [Call(call["method"], call["path"]) for call in subject["calls"]]
    endpoint = Call(subject["endpoint"]["method"], subject["endpoint"]["path"])
    if not any(_matches(call, endpoint) for call in made):
        return Finding("wrong_endpoint", f"it does not call {endpoint.method} {endpoint.path}")
    for call in made:
        if not any(_matches(call, one) for one in wanted):
            return Finding("wrong_endpoint", f"it calls {call.method} {call.path}, which its recipe does not have")
    for one in wanted:
        if not any(_matches(call, one) for call in made):
            return Finding("wrong_endpoint", f"it does not call {one.method} {one.path}, as its recipe says")
    return None


def _matches(call: Call, wanted: Call) -> bool:
    if call.method != wanted.method:
        return False
    if _ANY in (call.path, wanted.path):
        return True
    left, right = _segments(call.path), _segments(wanted.path)
    return len(left) == len(right) and all(_fits(one, other) for one, other in zip(left, right))


def _segments(path: str) -> List[str]:
    return re.sub(r"\{[^{}]*\}", _OPEN, path.split("?")[0]).split("/")


def _fits(one: str, other: str) -> bool:
    if one == other:
        return True
    return any(
        _OPEN in open_part
        and re.fullmatch(".*".join(re.escape(text) for text in open_part.split(_OPEN)), fixed) is not None
        for open_part, fixed in ((one, other), (other, one))
    )


def _assertions(program: Program) -> Optional[Finding]:
    tainted = _answers(program)
    real = 0
    for node in ast.walk(program.tree):
        if not isinstance(node, ast.Assert):
            continue
        if _cannot_fail(node.test):
            return Finding("no_real_assertion", f"line {node.lineno}: this assertion cannot fail")
        if _depends(node.test, tainted, program):
            real += 1
    if real == 0:
        return Finding("no_real_assertion", "no assertion depends on an answer of the API")
    return None


def _answers(program: Program) -> Set[str]:
    """Names that hold an answer, or something made of one."""
    tainted: Set[str] = set()
    size = -1
    while size != len(tainted):
        size = len(tainted)
        for node in ast.walk(program.tree):
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if _depends(node.value, tainted, program):
                    tainted.update(name for target in targets for name in _target_names(target))
            elif isinstance(node, ast.If) and _depends(node.test, tainted, program):
                tainted.update(name for inner in node.body for name in _appended(inner))
            elif isinstance(node, (ast.For, ast.comprehension)) and _depends(node.iter, tainted, program):
                tainted.update(_target_names(node.target))
    return tainted


def _appended(node: ast.stmt) -> List[str]:
    """`failures` of `failures.append(…)`: a list that says what does not hold."""
    call = node.value if isinstance(node, ast.Expr) else None
    func = call.func if isinstance(call, ast.Call) else None
    if isinstance(func, ast.Attribute) and func.attr == "append" and isinstance(func.value, ast.Name):
        return [func.value.id]
    return []


def _target_names(node: ast.expr) -> List[str]:
    return [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)]


def _depends(node: ast.AST, tainted: Set[str], program: Program) -> bool:
    for inner in ast.walk(node):
        # A helper may be handed to somebody who calls it, such as a pool of threads.
        if isinstance(inner, ast.Name) and (inner.id in tainted or inner.id in program.helpers):
            return True
        if isinstance(inner, ast.Call):
            if _library_method(inner) is not None:
                return True
            if isinstance(inner.func, ast.Name) and inner.func.id in program.helpers:
                return True
    return False


def _cannot_fail(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return bool(node.elts)
    if isinstance(node, ast.BoolOp):
        together = any if isinstance(node.op, ast.Or) else all
        return together(map(_cannot_fail, node.values))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        is_same = ast.dump(node.left) == ast.dump(node.comparators[0])
        return is_same and isinstance(node.ops[0], (ast.Eq, ast.LtE, ast.GtE, ast.Is))
    return False


def _variables(program: Program, subject: Record) -> Optional[Finding]:
    consumed, produced = set(subject["consumes"]), set(subject["produces"])
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "variables":
            name = _constant(node.slice)
            if name is not None and name not in consumed:
                return Finding("undeclared_variable", f"it takes {name}, which it does not declare")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "produce" and node.args:
            name = _constant(node.args[0])
            if name is not None and name not in produced:
                return Finding("undeclared_variable", f"it produces {name}, which it does not declare")
    missing = [name for name in subject["consumes"] if name not in subject["available"]]
    return Finding("undeclared_variable", f"no test produces {missing[0]}") if missing else None


def _constant(node: ast.AST) -> Optional[str]:
    inner: Any = getattr(node, "value", None) if type(node).__name__ == "Index" else node
    return inner.value if isinstance(inner, ast.Constant) and isinstance(inner.value, str) else None


def _names(program: Program, subject: Record) -> Optional[Finding]:
    used, bound = _used_and_bound(program)
    known = bound | _INJECTED | set(dir(builtins)) | set(subject["consumes"])
    for name in sorted(used - known):
        if name.startswith("VAR_"):
            # A value of the environment may come later; the run says so when it is missing.
            continue
        return Finding("undeclared_variable", f"nobody defines {name}")
    return None


def _used_and_bound(program: Program) -> Tuple[Set[str], Set[str]]:
    used: Set[str] = set()
    bound = set(program.functions) | program.parameters
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, ast.Lambda):
            bound.update(argument.arg for argument in node.args.args)
    return used, bound
