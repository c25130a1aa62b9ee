"""Says how to install a module that a test imports and the interpreter lacks."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from typing import Optional

# Modules whose package has another name: (for pip, for Debian).
_PACKAGES = {
    "bs4": ("beautifulsoup4", "python3-bs4"),
    "Crypto": ("pycryptodome", "python3-pycryptodome"),
    "dateutil": ("python-dateutil", "python3-dateutil"),
    "dotenv": ("python-dotenv", "python3-dotenv"),
    "jwt": ("pyjwt", "python3-jwt"),
    "OpenSSL": ("pyopenssl", "python3-openssl"),
    "PIL": ("pillow", "python3-pil"),
    "yaml": ("pyyaml", "python3-yaml"),
}


def how_to_install(error: ModuleNotFoundError) -> Optional[str]:
    """What helps, or None when the missing part belongs to a package that is there."""
    name = (error.name or "").partition(".")[0]
    if not name or _is_there(name):
        return None
    if _LOCAL.search(name):
        return f"{name} is no package: {ONE_FILE}"
    for_pip, for_debian = _PACKAGES.get(name, (name, f"python3-{name.lower().replace('_', '-')}"))
    if _belongs_to_debian():
        sudo = "" if os.geteuid() == 0 else "sudo "
        return f"{sys.executable} does not have it; install it with: {sudo}apt-get install -y {for_debian}"
    return f"{sys.executable} does not have it; install it with: {sys.executable} -m pip install {for_pip}"


# Names that test projects give their own modules, and that no package of use to a test has.
_LOCAL = re.compile(
    r"^(?:tests?|conftest|src|app|lib|local|my_?\w*|helpers?|utils?|common|shared|config|settings|constants|fixtures?"
    r"|factories|clients?|models?|data|schemas?|support)$"
    r"|_(?:helpers?|utils?|fixtures?|client|config|common)$|^test_"
)
ONE_FILE = "a test is one file, and modules beside it are not sent with it: put what it uses into the test itself"


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


def _belongs_to_debian() -> bool:
    is_private = sys.prefix != sys.base_prefix
    return not is_private and sys.executable.startswith("/usr/bin/") and os.path.exists("/var/lib/dpkg/status")
