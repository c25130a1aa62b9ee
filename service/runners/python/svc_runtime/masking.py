"""Replaces what must never be stored: values of secrets and headers that carry credentials."""

from __future__ import annotations

import re
from typing import Dict, Iterable, Optional, Pattern, Sequence

MASK = "•••"

CREDENTIAL_HEADERS = frozenset(
    {
        "authorization",
        "proxy-authorization",
        "cookie",
        "cookie2",
        "set-cookie",
        "set-cookie2",
        "x-api-key",
        "api-key",
        "apikey",
        "x-auth-token",
        "x-access-token",
        "x-csrf-token",
        "x-xsrf-token",
        "x-amz-security-token",
    }
)

# A longer one is no session that anybody would repeat.
LONGEST_OWN = 8192

# A shorter value is only replaced where it stands alone: masking every "7" would leave nothing readable.
ALONE_BELOW = 4


class Masker:
    """Masks texts of one run. `forms` holds every secret in the spellings it may appear in, longest first."""

    def __init__(self, forms: Sequence[str], header_names: Iterable[str]) -> None:
        self._forms = [form for form in forms if len(form) >= ALONE_BELOW]
        self._bytes = [form.encode("utf-8", "surrogatepass") for form in self._forms]
        self._alone = _standing_alone([form for form in forms if 0 < len(form) < ALONE_BELOW])
        self._given = frozenset(name.lower() for name in header_names)
        self._names = CREDENTIAL_HEADERS.union(self._given)

    def text(self, text: str) -> str:
        """The text without any secret."""
        for form in self._forms:
            if form in text:
                text = text.replace(form, MASK)
        if self._alone is not None:
            text = self._alone.sub(MASK, text)
        return text

    def optional(self, text: Optional[str]) -> Optional[str]:
        """The same for a text that may be missing."""
        return None if text is None else self.text(text)

    def data(self, data: bytes) -> bytes:
        """Bytes without any secret."""
        for needle in self._bytes:
            if needle in data:
                data = data.replace(needle, MASK.encode())
        return data

    def cut(self, data: bytes) -> bytes:
        """The same bytes, which were cut somewhere, without the first part of a secret at their end."""
        for needle in self._bytes:
            start = data.find(needle[:ALONE_BELOW], max(0, len(data) - len(needle)))
            while start >= 0 and not needle.startswith(data[start:]):
                start = data.find(needle[:ALONE_BELOW], start + 1)
            if start >= 0:
                data = data[:start]
        return data

    def headers(self, headers: Iterable[tuple[str, str]], are_sent: bool = False) -> Dict[str, str]:
        """Headers by name; repeated ones are joined, credentials are hidden whole.

        A credential of the test's own that is sent leaves the process as it is: the service seals it at once, and cleanup
        needs it to delete what was made with it.
        """
        masked: Dict[str, str] = {}
        for name, value in headers:
            lower = name.lower()
            if lower in self._names:
                is_own = are_sent and lower not in self._given and name not in masked and self._is_free(value)
                masked[name] = value if is_own else MASK
            else:
                text = self.text(value)
                masked[name] = f"{masked[name]}, {text}" if name in masked else text
        return masked

    def _is_free(self, value: str) -> bool:
        return len(value) <= LONGEST_OWN and self.text(value) == value


def _standing_alone(values: Sequence[str]) -> Optional[Pattern[str]]:
    if not values:
        return None
    return re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(map(re.escape, values)) + r")(?![A-Za-z0-9])")
