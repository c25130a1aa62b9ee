"""Tells the calls of journals whose runtime is gone, as that runtime would have; a process of its own."""

from __future__ import annotations

import base64
import json
import mmap
import os
from typing import Any, BinaryIO, Dict

from .call_log import MAPPED_SIZE, create_log_file, read_log
from .calls import collect
from .masking import Masker


def recover(inlet: BinaryIO, outlet: BinaryIO, folder: str) -> None:
    """Reads a JSON line per journal, its entries in base64, and writes a JSON line per call.

    A test writes its journal itself: one that says nothing sensible must not take those of others with it.
    """
    for line in inlet:
        journal = json.loads(line)
        try:
            calls = _calls_of(journal, folder)
        except Exception:
            continue
        for call in calls:
            outlet.write(json.dumps({"event": "call", "id": journal["id"], "value": call}).encode("ascii") + b"\n")
    outlet.flush()


def _calls_of(journal: Dict[str, Any], folder: str) -> Any:
    entries = base64.b64decode(journal["entries"])[: MAPPED_SIZE - 1]
    file = create_log_file(folder)
    try:
        with mmap.mmap(file, MAPPED_SIZE) as data:
            data[: len(entries)] = entries
        masker = Masker(journal["secretForms"], journal["headerNames"])
        return collect(read_log(file), masker, journal["epoch"]).calls
    finally:
        os.close(file)
