"""Keeps the operands of the assertion that ran last, so that a failure can say what it expected and what it got."""

from __future__ import annotations

import ast
import operator
import re
import reprlib
import sys
import threading
from collections.abc import ItemsView, Set
from types import FrameType, TracebackType
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from .leniency import Ended, Mark, Rule, answers_of, entry_of, form_of, forms_between, is_text, mark_of, shows
from .unlooked import Looks

MOST_DEVIATIONS = 100

OPERATORS: Dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Is": operator.is_,
    "IsNot": operator.is_not,
    "In": lambda left, right: left in right,
    "NotIn": lambda left, right: left not in right,
}

_SYMBOLS = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
_MIRRORED = {"Lt": ">", "LtE": ">=", "Gt": "<", "GtE": "<="}
_INVERSE = {
    "Eq": "NotEq",
    "NotEq": "Eq",
    "Lt": "GtE",
    "LtE": "Gt",
    "Gt": "LtE",
    "GtE": "Lt",
    "Is": "IsNot",
    "IsNot": "Is",
    "In": "NotIn",
    "NotIn": "In",
}


class Site(NamedTuple):
    """One comparison or value inside an `assert` statement."""

    first_line: int
    last_line: int
    is_negated: bool
    node: ast.expr
    left: Optional[ast.expr]
    right: Optional[ast.expr]
    source: str

    @property
    def text(self) -> str:
        """The expression as it is written."""
        return " ".join((ast.get_source_segment(self.source, self.node) or "the value").split())


class Operands(NamedTuple):
    """What the assertion that failed compared; a value that was only tested for truth has no operator."""

    site: Site
    operator: Optional[str]
    left: Any
    right: Any


class Deviation(NamedTuple):
    """An assertion that did not hold and was only noted."""

    line: int
    # Lines of the test that led there, innermost first: a helper asserts for several callers.
    lines: List[int]
    # The call that was made last, counted from 1.
    call: int
    message: str
    # Of fields that came back in another form than they were sent, by name; "absent": they did not come back.
    forms: Optional[Dict[str, str]] = None
    # By what a record that is still there says that it is deleted.
    mark: Optional[Mark] = None


class Collected(NamedTuple):
    """The first case of a table that did not hold: its line, its operands, the calls made until then."""

    line: int
    operands: Optional[Operands]
    calls: int


# Reading a place of an answer that is not there.
_MISSING = (LookupError, TypeError, AttributeError)
_ABSENT = (*_MISSING, ValueError, AssertionError)


class Assertions:
    """The functions that rewritten `assert` statements call, and what they saw."""

    def __init__(self) -> None:
        self.sites: List[Site] = []
        self.executed = 0
        self.looks = Looks()
        self.called: set[str] = set()
        self.lenient: Mapping[int, Rule] = {}
        self.deviations: List[Deviation] = []
        self._noted: set[Tuple[Any, ...]] = set()
        self._file_name = ""
        self._count_calls: Callable[[], int] = lambda: 0
        self._read_calls: Callable[[], List[Dict[str, Any]]] = lambda: []
        self._local = threading.local()
        self._collected: Optional[Collected] = None

    def compare(self, site: int, name: str, left: Any, right: Any) -> Any:
        """Evaluates one comparison exactly as the statement would."""
        self.executed += 1
        self.looks.note(self._count_calls(), left, right)
        result = OPERATORS[name](left, right)
        # Only now: the operator may be the test's own and hold assertions itself.
        self._local.last = (site, name, left, right)
        return result

    def compare_next(self, site: int, name: str, right: Any) -> Any:
        """The next comparison of a chain; its left operand is the right one of the comparison before."""
        return self.compare(site, name, self._local.last[3], right)

    def value(self, site: int, value: Any) -> Any:
        """A value that is tested for its truth."""
        self.executed += 1
        self.looks.note(self._count_calls())
        self._local.last = (site, None, value, None)
        return value

    def last(self) -> Any:
        """What this thread has compared last, for `said`."""
        return getattr(self._local, "last", None)

    def said(self, last: Any, message: Any) -> Any:
        """The message of an assertion that does not hold: whatever made it, the operands stay those of the assertion."""
        self._local.last = last
        return message

    def allow(
        self,
        lenient: Mapping[int, Rule],
        file_name: str,
        count_calls: Callable[[], int],
        read_calls: Callable[[], List[Dict[str, Any]]],
    ) -> None:
        """From now on the assertions at these lines are noted instead of failing."""
        self.lenient, self._file_name = lenient, file_name
        self._count_calls, self._read_calls = count_calls, read_calls

    def may_differ(self, line: int, condition: Callable[[], Any], message: Callable[[], Any]) -> Any:
        """An assertion that says what an API may do differently: what does not hold is noted and the test goes on."""
        rule = self._rule_at(line)
        forms: Optional[Dict[str, str]] = None
        try:
            result = condition()
        except _ABSENT as error:
            missing = error.args[0] if isinstance(error, KeyError) and error.args else None
            if rule.echoes is not None and missing in rule.echoes:
                forms = {str(missing): "absent"}
            elif rule.statuses is not None or rule.echoes is not None:
                raise
            if len(self.deviations) >= MOST_DEVIATIONS:
                raise
            result = False
        if result:
            return result
        # The message may read the answer by a function that asserts itself: the operands stay those of this one.
        last = getattr(self._local, "last", None)
        said, mark = _said(message), None
        self._local.last = last
        if rule.echoes is not None and forms is None:
            forms = self._forms_at(line, rule, said)
            if forms is None:
                return result
        elif rule.is_deletion:
            mark = self._mark_at(line)
            if mark is None and not (rule.statuses and self._bears(line, rule.statuses)):
                return result
        elif rule.echoes is None and not self._bears(line, rule.statuses):
            return result
        if not self._note(Deviation(line, self._lines(), self._count_calls(), said, forms, mark)):
            return result
        if rule.ends_on and self._status_class(line) in rule.ends_on:
            raise Ended
        return True

    def _note(self, one: Deviation) -> bool:
        """Whether there is room for it. An answer can differ in every entry of a long list: that is one thing to learn."""
        # A loop over fields says of each what it is: `name is None`.
        field = one.message.partition(" is ")[0]
        key = (one.line, tuple(one.lines), one.call, "" if " " in field else field)
        if one.forms is None and one.mark is None and key in self._noted:
            return True
        if len(self.deviations) >= MOST_DEVIATIONS:
            return False
        self._noted.add(key)
        self.deviations.append(one)
        return True

    def ends_with(self, error: BaseException) -> bool:
        """Whether the test could not go on because the last answer differs, which is noted: in its type or its shape."""
        calls = self._count_calls()
        if isinstance(error, _MISSING) and self._is_own(error.__traceback__):
            return any(one.call == calls and self._is_of_shape(one.line) for one in self.deviations)
        line = next((line for line, rule in self.lenient.items() if rule.last_call == calls), None)
        # A test may have said it in words of its own.
        if line is None or "JSONDecodeError" not in (type(error).__name__, type(error.__context__).__name__):
            return False
        made = self._read_calls()
        if not made or not is_text(made[-1]):
            return False
        if not any(one.line == line and one.call == calls for one in self.deviations):
            self.deviations.append(Deviation(line, [line], calls, "the answer is no JSON"))
        return True

    def _is_own(self, trace: Optional[TracebackType]) -> bool:
        """Whether the line that raised stands in the test itself."""
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return trace is not None and trace.tb_frame.f_code.co_filename == self._file_name

    def _is_of_shape(self, line: int) -> bool:
        rule = self.lenient.get(line)
        return rule is not None and rule.statuses is None and rule.echoes is None and not rule.is_deletion

    def collect(self, line: int, holds: Callable[[], Any], message: Callable[[], Any]) -> bool:
        """Whether a case is over: it fails, which is only noted for now, or what it would look at next is not there.

        The first failure is what the test will have failed about.
        """
        self._local.is_quiet = False
        try:
            if self.may_differ(line, holds, message) if line in self.lenient else holds():
                return False
        except Ended:
            self._local.is_quiet = True
            return True
        if self._collected is None:
            self._collected = Collected(line, self.operands_at(line), self._count_calls())
        return True

    def fails(self) -> bool:
        """Whether the case that is over has failed."""
        return not self._local.is_quiet

    def collected_by(self, operands: Optional[Operands]) -> Optional[Collected]:
        """Line and operands of the first case that an assertion on the list of failures is about."""
        is_list = operands is not None and operands.operator is None and isinstance(operands.left, list)
        return self._collected if is_list else None

    def _rule_at(self, line: int) -> Rule:
        """A helper asserts for its callers: what it bears stands at their lines."""
        own = self.lenient[line]
        if own.statuses != [] or own.echoes is not None or own.is_deletion:
            return own
        return next((rule for rule in map(self.lenient.get, self._lines()[1:]) if rule is not None), own)

    def _bears(self, line: int, statuses: Optional[List[int]]) -> bool:
        return statuses is None or self._status_class(line) in statuses

    def _status_class(self, line: int) -> Optional[int]:
        operands = self.operands_at(line)
        status = operands.left if operands is not None else None
        if not isinstance(status, int):
            return None
        return status if status < 10 else status // 100

    def _forms_at(self, line: int, rule: Rule, said: str) -> Optional[Dict[str, str]]:
        operands, names = self.operands_at(line), rule.echoes or []
        if operands is None:
            return None
        if operands.operator == "LtE":
            try:
                return forms_between(dict(operands.left), dict(operands.right), names, rule.follows)
            except (TypeError, ValueError):
                return None
        name = names[0] if len(names) == 1 else next((one for one in names if f"sent {one} " in said), None)
        if operands.operator not in ("Eq", "NotEq"):
            return None
        if operands.left is None and name is not None and not shows(self._read_calls(), name):
            return {name: "absent"}
        form = form_of(operands.right, operands.left)
        return None if name is None or form is None else {name: form}

    def _mark_at(self, line: int) -> Optional[Mark]:
        calls = self._read_calls()
        answers = answers_of(calls)
        if not answers:
            return None
        # The answer of a DELETE may show the record as it left it.
        deleted = next((place for place, call in enumerate(calls) if call["method"] == "DELETE"), len(calls) - 1)
        before = answers_of(calls[:deleted])
        if self._status_class(line) == 2:
            return mark_of(answers[-1], before)
        operands = self.operands_at(line)
        if operands is None or operands.operator != "NotIn":
            return None
        known = next((one.mark for one in self.deviations if one.mark is not None), None)
        return known or mark_of(entry_of(answers[-1], operands.left), before)

    def _lines(self) -> List[int]:
        lines: List[int] = []
        frame: Optional[FrameType] = sys._getframe(1)
        while frame is not None and len(lines) < 8:
            if frame.f_code.co_filename == self._file_name:
                lines.append(frame.f_lineno)
            frame = frame.f_back
        return lines

    def mark_called(self, name: str) -> None:
        """A `test_*` function of the file started."""
        self.called.add(name)

    def operands_at(self, line: int) -> Optional[Operands]:
        """The operands of the last comparison of this thread when it belongs to the statement at a line."""
        last: Optional[Tuple[int, Optional[str], Any, Any]] = getattr(self._local, "last", None)
        if last is None:
            return None
        site = self.sites[last[0]]
        return Operands(site, *last[1:]) if site.first_line <= line <= site.last_line else None


def _said(message: Callable[[], Any]) -> str:
    try:
        return str(message())[:500]
    except Exception as error:  # The message reads an answer that is not what it expects either.
        return type(error).__name__


def describe(operands: Operands) -> str:
    """`expected 201, got 500`."""
    site, name, left, right = operands
    if name is None:
        return f"expected {site.text} to be {'false' if site.is_negated else 'true'}, got {show(left)}"
    name = _INVERSE[name] if site.is_negated else name
    is_swapped = _is_swapped(site)
    expected, actual = (left, right) if is_swapped else (right, left)
    if name in ("Eq", "Is"):
        return _fields_apart(expected, actual) or f"expected {show(expected)}, got {show(actual)}"
    if name in ("NotEq", "IsNot"):
        return f"expected anything but {show(expected)}, got {show(actual)}"
    part = None if site.is_negated else _part_of(name, left, right)
    if part is not None:
        return part
    if name in _SYMBOLS:
        symbol = (_MIRRORED if is_swapped else _SYMBOLS)[name]
        return f"expected a value {symbol} {show(expected)}, got {show(actual)}"
    if isinstance(site.right, (ast.Tuple, ast.List, ast.Set)):
        return f"expected {'one' if name == 'In' else 'none'} of {show(right)}, got {show(left)}"
    return f"expected {show(right)} {'to' if name == 'In' else 'not to'} contain {show(left)}"


def _part_of(name: str, left: Any, right: Any) -> Optional[str]:
    """What `small <= large` misses, of sets and of views of dictionaries: only what differs. None: it says something else."""
    small, large = (left, right) if name in ("LtE", "Lt") else (right, left)
    if name not in _SYMBOLS or not (isinstance(small, Set) and isinstance(large, Set)):
        return None
    try:
        missing = [one for one in small if one not in large]
    except TypeError:  # An entry of a view holds what no set can.
        return None
    if not missing:
        return None
    if isinstance(small, ItemsView) and isinstance(large, ItemsView):
        names = {name for name, _ in missing}
        return f"expected {show(dict(missing))}, got {show({name: value for name, value in large if name in names})}"
    return f"expected {show(large)} to contain {show(set(missing))}"


def _fields_apart(expected: Any, actual: Any) -> Optional[str]:
    """Of two records that have most fields in common only those that differ. None: they are not such."""
    if not (isinstance(expected, dict) and isinstance(actual, dict)):
        return None
    names = {**expected, **actual}
    both = [name for name in names if name in expected and name in actual and _is_same(expected[name], actual[name])]
    apart = [name for name in names if name not in both]
    if not apart or len(apart) > len(both):
        return None
    left, right = ({name: side[name] for name in apart if name in side} for side in (expected, actual))
    return f"expected {show(left) if left else 'no such fields'}, got {show(right) if right else 'none of them'}"


def _is_same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # An object of the test's own that cannot be compared.
        return False


def actual_of(operands: Operands) -> Any:
    """The operand that came from the target rather than from the test's expectation."""
    return operands.right if _is_swapped(operands.site) else operands.left


def _is_swapped(site: Site) -> bool:
    return _is_expectation(site.left) and not _is_expectation(site.right)


def _is_expectation(node: Optional[ast.expr]) -> bool:
    """Whether an operand is written as what is expected: a literal, or a name that says so."""
    if isinstance(node, ast.Name):
        return node.id.lower().startswith(("expected", "want")) or node.id.isupper()
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(map(_is_expectation, node.elts))
    if isinstance(node, ast.UnaryOp):
        return _is_expectation(node.operand)
    return isinstance(node, ast.Constant)


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,}")


class _Shown(reprlib.Repr):
    """Bounded representations: an operand may be a response of megabytes."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 200
        self.maxlong = 60
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = 12
        self.maxlevel = 4


def show(value: Any) -> str:
    """A value for people, in at most a few hundred characters."""
    try:
        text = _Shown().repr(value)
    except Exception as error:  # A broken __repr__ of the test must not hide its failure.
        text = f"<{type(value).__name__} whose repr failed: {type(error).__name__}>"
    # Addresses differ in every run and would make equal failures look different.
    text = _ADDRESS.sub("", text)
    return text if len(text) <= 400 else f"{text[:397]}..."
