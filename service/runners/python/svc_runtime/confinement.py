"""What a test may touch: the parent finds the places once, each child gives up everything else before it runs.

Levels: `none` (asked for, or the system has nothing), else `landlock` with the version of the kernel. With version 6 a
test cannot signal other processes either; with any version it cannot look into them (`/proc/<pid>/environ`, `mem`).
"""

from __future__ import annotations

import os
from typing import Collection, List, NamedTuple, Optional

from . import landlock
from .capabilities import drop_capabilities, hide_memory
from .places import DEVICES, SHARED_MEMORY, readable_places

OFF = "off"


class Confinement(NamedTuple):
    """The part of the rules that all tests of one parent share."""

    is_off: bool
    version: int
    rules: List[landlock.Rule]
    shared_memory: Optional[int]

    @property
    def level(self) -> str:
        """How the service shows it."""
        return level_of(self.version)

    def confine(self, scratch: str, browser: Optional[str]) -> None:
        """Gives up, for good, what this test does not need; `browser` is the one it drives. Raises OSError."""
        if self.is_off:
            return
        # After an exec root would have them again, if this could not be turned off for good.
        landlock.keep_privileges_away()
        drop_capabilities()
        hide_memory(False)
        if self.version == 0:
            return
        everything = landlock.all_rights(self.version)
        own = [landlock.Rule(landlock.open_place(scratch), everything)]
        if browser and os.path.exists(browser):
            # A browser brings its libraries and its data along, and shares memory with its own processes.
            folder = os.path.dirname(os.path.realpath(browser))
            own.append(landlock.Rule(landlock.open_place(folder), landlock.READ))
            if self.shared_memory is not None:
                own.append(landlock.Rule(self.shared_memory, everything))
        landlock.restrict(self.version, [*self.rules, *own])
        os.close(own[0].file)


def level_of(version: int) -> str:
    """The name of what a version of Landlock gives; 0: there is none."""
    return f"landlock {version}" if version else "none"


def prepare(mode: str, runtime: Collection[str], hidden: Collection[str]) -> Confinement:
    """Opens what every test may read. With `off` nothing is given up."""
    if mode == OFF:
        return Confinement(True, 0, [], None)
    version = landlock.version()
    if version == 0:
        hide_memory(True)
        return Confinement(False, 0, [], None)
    rules: List[landlock.Rule] = []
    for path in readable_places(runtime, hidden):
        _add(rules, path, landlock.READ)
    for path in DEVICES:
        _add(rules, path, landlock.READ_FILE | landlock.WRITE_FILE | landlock.TRUNCATE | landlock.IOCTL_DEV)
    shared = landlock.open_place(SHARED_MEMORY) if os.path.isdir(SHARED_MEMORY) else None
    # Last: a process that is hidden cannot read of itself what is looked up above.
    hide_memory(True)
    return Confinement(False, version, rules, shared)


def _add(rules: List[landlock.Rule], path: str, rights: int) -> None:
    try:
        file = landlock.open_place(path)
    except OSError:
        return
    rules.append(landlock.Rule(file, rights if os.path.isdir(path) else rights & landlock.OF_FILES))
