"""Entry of the recovery: `python -I -B recover.py <scratch folder>`; journals come on stdin, calls go to stdout."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from svc_runtime.recovery import recover

    recover(sys.stdin.buffer, sys.stdout.buffer, sys.argv[1])
