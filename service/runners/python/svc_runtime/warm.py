"""What a parent loads before it forks, so that tests need not."""

from __future__ import annotations

import gc
import importlib
from typing import Iterable, Optional

# Standard modules that tests or requests load late; together a few milliseconds, once.
COMMON_MODULES = ("netrc", "uuid", "decimal", "dataclasses", "csv", "secrets", "concurrent.futures.thread")
# Libraries that are loaded once a test has needed them: most services never do, and each costs the start.
WARMABLE = ("asyncio", "httpx", "jsonschema", "pydantic", "unittest", "yaml")


def preload(name: str) -> Optional[str]:
    """Imports a library; returns its version, or None when it is not there or broken."""
    try:
        module = importlib.import_module(name)
    except Exception:
        # A test that imports it will show why; tests that do not need it run.
        return None
    return str(getattr(module, "__version__", "unknown"))


def warm_up(names: Iterable[str]) -> None:
    """Imports libraries and keeps the collector of the children away from what they brought along.

    A collection in a child would otherwise write into every object of the parent and copy its pages.
    """
    for name in names:
        preload(name)
    gc.collect()
    gc.freeze()
