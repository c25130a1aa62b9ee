"""What an assertion may bear while an API's own way is not known yet: what it keeps in another form, or marks as deleted."""

from __future__ import annotations

import html
import re
from decimal import Decimal, InvalidOperation
from json import loads
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

Json = Dict[str, Any]
# In the place of names: every field.
ANY = "*"


class Rule(NamedTuple):
    """What one assertion bears."""

    # Classes of a status (2 for 2xx); None: everything, none: what the caller's line bears.
    statuses: Optional[List[int]] = None
    # Fields that may not come back as they were sent: left out, or in another form.
    echoes: Optional[List[str]] = None
    # Fields that a server works out: they may follow what was changed.
    follows: Tuple[str, ...] = ()
    # The record may still be there while it says of itself that it is deleted.
    is_deletion: bool = False
    # The last call of the test, counted from 1: where it is answered with another type than JSON, the test is over.
    last_call: Optional[int] = None
    # Classes of a status after which nothing of the test applies any more: it is over.
    ends_on: Tuple[int, ...] = ()


class Ended(BaseException):
    """A test is over: what it would look at next is not there, which was noted."""


class Mark(NamedTuple):
    """The place by which a record says that it is deleted."""

    pointer: str
    # A state or a flag; None: a time, which is another one in each run.
    value: Any


def parse_rule(item: Mapping[str, Any]) -> Rule:
    """Reads a line of the service's message."""
    return Rule(
        item["statuses"],
        item.get("echoes"),
        tuple(item.get("follows", ())),
        item.get("isDeletion", False),
        item.get("lastCall"),
        tuple(item.get("endsOn", ())),
    )


# Forms of values


def form_of(sent: Any, came: Any) -> Optional[str]:
    """How a value that came back differs from what was sent; None: it is another value."""
    if isinstance(sent, str) and isinstance(came, str):
        if came == sent.lower():
            return "lower"
        if came == sent.upper():
            return "upper"
        if came.casefold() == sent.casefold():
            return "caseless"
        letters = _letters(sent)
        if len(letters) > 1 and _letters(came) == letters and not _number(sent):
            return "letters"
    if _is_record_of(sent, came):
        return "record"
    return "rounded" if _is_rounded(_number(sent), _number(came)) else None


def forms_between(sent: Any, came: Any, names: List[str], follows: Tuple[str, ...] = ()) -> Optional[Dict[str, str]]:
    """The same for the fields of two records, by name; None: one of them is another value that follows from nothing."""
    forms: Dict[str, str] = {}
    for name, value in sent.items():
        if name in came and came[name] == value:
            continue
        if name in follows and name in came:
            forms[name] = "follows"
            continue
        form = form_of(value, came[name]) if name in came else "absent"
        if form is None or not (name in names or ANY in names):
            return None
        forms[name] = form
    return forms or None


_TAG = re.compile(r"<[^<>]*>")
_NO_LETTER = re.compile(r"[\W_]+")


def _is_record_of(sent: Any, came: Any) -> bool:
    """Whether a reference comes back as the record that it names: 71 as {"id": 71, "name": ...}, a list of them as well."""
    if isinstance(sent, list) and isinstance(came, list):
        return 0 < len(sent) == len(came) and all(_is_record_of(one, other) for one, other in zip(sent, came))
    if isinstance(sent, bool) or not isinstance(sent, (str, int)) or not isinstance(came, dict):
        return False
    return any(isinstance(one, (str, int)) and not isinstance(one, bool) and str(one) == str(sent) for one in came.values())


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", _TAG.sub("", html.unescape(text))).casefold()


def _number(value: Any) -> Optional[Decimal]:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _is_rounded(sent: Optional[Decimal], came: Optional[Decimal]) -> bool:
    if sent is None or came is None:
        return False
    if sent == came:
        return True
    places = -int(came.normalize().as_tuple().exponent)
    return -int(sent.normalize().as_tuple().exponent) > max(places, 0) and abs(sent - came) < Decimal(1).scaleb(
        -max(places, 0)
    )


# Marks of deletion

_STATE = re.compile(r"^(?:status|state|life_?cycle(?:_?(?:state|status))?)$", re.I)
# Words that mean nothing else, and those that a new record may have as well.
_GONE = re.compile(r"^(?:soft[-_ ]?)?(?:deleted|archived|expired|trashed|removed|discarded|terminated|retired)$", re.I)
_ASIDE = re.compile(r"^(?:inactive|disabled|deactivated|cancell?ed|closed|revoked|suspended|hidden|ended|voided?)$", re.I)
_FLAG = re.compile(r"^_?(?:is|was)?_?(?:deleted|archived|trashed|removed|discarded|retired)$", re.I)
_UNSET_FLAG = re.compile(r"^_?(?:is)?_?(?:active|enabled|alive)$", re.I)
_TIME = re.compile(r"^_?(?:deleted|archived|trashed|removed|discarded|retired)_?(?:at|on|date|time)$", re.I)
_DEEPEST = 3


def mark_of(after: Any, before: List[Any]) -> Optional[Mark]:
    """The place by which the answer says that its record is deleted, and earlier answers did not."""
    earlier = [dict(_states(answer)) for answer in before]
    for pointer, (name, value) in _states(after):
        was = [(one[pointer][1]) for one in earlier if pointer in one]
        if value in was:
            continue
        if isinstance(value, str) and _STATE.match(name):
            if _GONE.match(value) or (_ASIDE.match(value) and was):
                return Mark(pointer, value)
        elif value is True and _FLAG.match(name):
            return Mark(pointer, True)
        elif value is False and _UNSET_FLAG.match(name) and was:
            return Mark(pointer, False)
        elif _TIME.match(name) and isinstance(value, (str, int, float)) and value not in (False, "", 0):
            return Mark(pointer, None)
    return None


def _states(value: Any, pointer: str = "$", depth: int = 0) -> Iterator[Tuple[str, Tuple[str, Any]]]:
    """Plain fields of a record and of what stands in it, by their places; entries of lists are other records."""
    if not isinstance(value, dict) or depth > _DEEPEST:
        return
    for name, inner in value.items():
        place = f"{pointer}.{name}"
        if isinstance(inner, dict):
            yield from _states(inner, place, depth + 1)
        elif not isinstance(inner, list):
            yield place, (name, inner)


def answers_of(calls: List[Json]) -> List[Any]:
    """The bodies of the successes among recorded calls, as far as they are JSON."""
    found = []
    for call in calls:
        status, body = call["status"], call["responseBody"]
        if status is None or status // 100 != 2 or not body or call["responseEncoding"] != "utf8":
            continue
        try:
            found.append(loads(body))
        except ValueError:
            continue
    return found


def is_text(call: Json) -> bool:
    """Whether a call was answered, by no failure of the server, with a body that is said to be something else than JSON."""
    headers = {name.lower(): value for name, value in (call["responseHeaders"] or {}).items()}
    return (call["status"] or 0) // 100 in (2, 4) and "json" not in str(headers.get("content-type", "")).lower()


def entry_of(answer: Any, handle: Any, depth: int = 0) -> Optional[Json]:
    """The record of a list that has a handle among its fields."""
    if isinstance(answer, list):
        for item in answer:
            if isinstance(item, dict) and handle in [one for one in item.values() if isinstance(one, (str, int))]:
                return item
    if isinstance(answer, dict) and depth < _DEEPEST:
        for inner in answer.values():
            found = entry_of(inner, handle, depth + 1)
            if found is not None:
                return found
    return None


def shows(calls: List[Json], name: str) -> bool:
    """Whether the last answer has a field of that name, whatever its value, in its record or what stands in it."""
    open_: List[Tuple[Any, int]] = [(answer, 0) for answer in answers_of(calls[-1:])]
    for value, depth in open_:
        if isinstance(value, dict) and name in value:
            return True
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if depth < _DEEPEST:
            open_.extend((one, depth + 1) for one in inner)
    return False
