"""The pipes of one child: what it writes into, and what it reads fresh tokens from."""

from __future__ import annotations

import os

from .isolation import Files


class Pipes:
    """Made before the fork; afterwards each side closes the ends of the other one."""

    def __init__(self, is_asking: bool) -> None:
        self.output, self._output_end = os.pipe()
        self.result, self._result_end = os.pipe()
        # Below zero: the credential of this run stays what it is.
        self._auth_end, self.auth = os.pipe() if is_asking else (-1, -1)

    def of_child(self, log: int, journal: int) -> Files:
        """The descriptors that the child goes by."""
        return Files(self._output_end, self._result_end, log, self._auth_end, journal)

    def keep_own(self) -> None:
        """Closes the ends of the child. Nothing that is left makes the parent wait."""
        for file in (self._output_end, self._result_end, self._auth_end):
            _close(file)
        for file in (self.output, self.result, self.auth):
            if file >= 0:
                os.set_blocking(file, False)

    def close(self) -> None:
        """Closes both sides: there is no child."""
        for file in (self.output, self._output_end, self.result, self._result_end, self._auth_end, self.auth):
            _close(file)


def _close(file: int) -> None:
    if file >= 0:
        os.close(file)
