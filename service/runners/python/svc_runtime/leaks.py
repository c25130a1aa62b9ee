"""What an answer shows that nobody should see: a test asks with the global `leaks`."""

from __future__ import annotations

import re
from typing import Any, List

# A field of JSON that holds a secret; its group is the name. A value that begins with * is masked.
_SECRET = re.compile(
    r'"(\w*(?:passw(?:or)?d|passphrase|secret|(?:api|private)_?key)(?:_?(?:hash|key))?'
    r'|(?:\w*(?:access|refresh|session)_?)?token)"\s*:\s*"(?=[^"*])',
    re.I,
)
# Traces of Python, Go, Node, Java, .NET, PHP and Ruby, also inside of JSON, and errors of SQL.
_INSIDE = re.compile(
    r"Traceback \(most|goroutine \d|SQLSTATE|error at or near|:line \d|\.(?:[cm]?[jt]s|java|kt|scala|go|rb|php)[:(]\d"
    r"|(?:\n|\\n)(?:[ \t]|\\t){0,16}at (?:async |new )?[\w.$<>`]{1,99} ?\(",
    re.I,
)


def leaks(response: Any, *allowed: str) -> List[str]:
    """
    What an answer shows that nobody should see; empty when it shows nothing: names of fields of JSON that hold a password, a
    key or a token, but for the `allowed` ones ("*": all are), and of a refusal the words of a trace. Never a value.
    """
    text = response.text
    found = [] if "*" in allowed else [name for name in dict.fromkeys(_SECRET.findall(text)) if name not in allowed]
    inside = None if response.status_code < 400 else _INSIDE.search(text)
    return found if inside is None else [*found, inside[0].strip()]
