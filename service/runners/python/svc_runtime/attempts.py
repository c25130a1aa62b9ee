"""How often a call is sent that the target answers 401."""

from __future__ import annotations

from typing import Optional

from .call_auth import CallAuth, RenewedBy

# Others may fetch a token while each attempt waits for its answer: more often than this is not believed.
_MOST = 3


class Attempts:
    """The attempts of one call that carries a token of a login.

    A token that somebody else has fetched may run out before a slow target looks at it, so its refusal says little; one
    that was fetched because this call was refused is the last to be tried.
    """

    def __init__(self, auth: CallAuth, method: str, target: str) -> None:
        self._auth = auth
        self._method = method
        self._target = target
        self._renewed_by: Optional[RenewedBy] = None
        self._left = _MOST

    def again(self, token: int) -> bool:
        """Whether the call is to be sent again after an attempt with this token: a newer one is there."""
        if self._renewed_by == "this_call":
            self._auth.was_no_help(self._method, self._target)
            return False
        if self._left == 0:
            return False
        self._left -= 1
        self._renewed_by = self._auth.renew_after_401(self._method, self._target, token)
        return self._renewed_by is not None
