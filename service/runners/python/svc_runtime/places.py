"""Which places of the machine a confined test may read: the interpreter, libraries, and what every program needs."""

from __future__ import annotations

import os
import sys
from typing import Collection, Iterable, Iterator, List, Set

# Programs, their libraries and what they ask of the system. What is not there is left out.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store", "/proc", "/sys")
SETTINGS = "/etc"
# What libraries read of it; everything, where the rights of files keep this user from the rest.
SETTINGS_FOR_ROOT = (
    "alternatives ca-certificates ca-certificates.conf crypto-policies debian_version environment fonts gai.conf group "
    "host.conf hosts inputrc ld.so.cache ld.so.conf ld.so.conf.d locale.conf localtime magic mime.types networks "
    "nsswitch.conf os-release passwd pki/ca-trust pki/tls/cert.pem pki/tls/certs pki/tls/openssl.cnf profile protocols "
    "python3 resolv.conf services ssl/cert.pem ssl/certs ssl/openssl.cnf terminfo timezone "
    "apache/mime.types apache2/mime.types httpd/mime.types httpd/conf/mime.types"
).split()
# Where names are looked up: often a link to a file that a daemon writes.
RESOLVER = "/etc/resolv.conf"
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")
# What a browser shares with its own processes.
SHARED_MEMORY = "/dev/shm"


def readable_places(runtime: Iterable[str], hidden: Collection[str]) -> List[str]:
    """Real paths, sorted, none below another; `runtime` are further places, of `hidden` nothing is shown."""
    wanted = [*SYSTEM, *_settings(), *_interpreter(), *_mapped_libraries(), *_programs(), RESOLVER, *runtime]
    secret = {os.path.realpath(path) for path in hidden}
    too_wide = _homes_and_above()
    found: Set[str] = set()
    for path in {os.path.realpath(path) for path in wanted if os.path.isabs(path)}:
        # A place that the user's home lies below is no library.
        if path not in too_wide and os.path.exists(path):
            found.update(_without(path, secret))
    return [path for path in sorted(found) if not _is_below_another(path, found)]


def _interpreter() -> Iterator[str]:
    yield from (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    yield os.path.dirname(os.path.realpath(sys.executable))
    yield from (path for path in sys.path if path)


def _mapped_libraries() -> Iterator[str]:
    """Folders of the libraries that this process has loaded: they may lie anywhere."""
    try:
        with open("/proc/self/maps", "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return
    for line in lines:
        path = os.fsdecode(line.partition(b"/")[2])
        if ".so" in path:
            yield os.path.dirname(f"/{path}")


def _programs() -> Iterator[str]:
    return (path for path in os.environ.get("PATH", "").split(os.pathsep) if path)


def _settings() -> List[str]:
    return [os.path.join(SETTINGS, name) for name in SETTINGS_FOR_ROOT] if os.geteuid() == 0 else [SETTINGS]


def _homes_and_above() -> Set[str]:
    """The user's home, whatever HOME says, and the folders it lies in."""
    home = os.path.realpath(os.path.expanduser(f"~{_own_name()}"))
    above = {home}
    while os.path.dirname(home) != home:
        home = os.path.dirname(home)
        above.add(home)
    return above


def _own_name() -> str:
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return ""


def _without(path: str, secret: Collection[str]) -> Iterator[str]:
    """A place, or what is in it where something secret lies below it."""
    if path in secret or any(_is_below(path, folder) for folder in secret):
        return
    if not any(_is_below(folder, path) for folder in secret):
        yield path
        return
    for name in _names(path):
        inner = os.path.join(path, name)
        if not os.path.islink(inner):
            yield from _without(inner, secret)


def _names(path: str) -> List[str]:
    try:
        return os.listdir(path)
    except OSError:
        return []


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(f"{folder.rstrip('/')}/")


def _is_below_another(path: str, paths: Set[str]) -> bool:
    while path != "/":
        path = os.path.dirname(path)
        if path in paths:
            return True
    return False
