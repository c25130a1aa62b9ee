"""Entry of the Python runtime: `python -I -B main.py <options as JSON>`; speaks JSON lines on stdin and stdout.

With `--sandbox-level` it only says what tests would be kept away by, for doctor.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    if sys.argv[1] == "--sandbox-level":
        from svc_runtime.confinement import level_of
        from svc_runtime.landlock import version

        print(level_of(version()))
    else:
        from svc_runtime.start import main

        # A test must find its own modules and the installed ones, never the runtime's folder.
        del sys.path[0]
        main(sys.argv[1])
