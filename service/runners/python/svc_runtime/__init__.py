"""The runtime that executes backend tests: a warm parent that forks one child per test."""

from __future__ import annotations

import os

# Frames of files below this folder are never shown to people.
RUNTIME_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
