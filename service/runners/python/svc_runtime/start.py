"""Starts the parent: leaves what earlier ones left in order, loads the libraries, greets the service."""

from __future__ import annotations

import json
import os
import platform
import site
import sys

from . import RUNTIME_DIR, confinement, processes, recorder
from .home import Home, sweep_abandoned
from .httpx_recorder import install_httpx
from .gateway_sockets import Gateway, gateway_port
from .isolation import Setup
from .late_imports import patch_when_imported
from .limits import Limits, Watched
from .parent import Parent
from .rehearsal import rehearse
from .service import ServiceLine
from .target_rule import TargetRule
from .warm import COMMON_MODULES, preload, warm_up


def main(argument: str) -> None:
    """Starts the parent with the options of the service, given as JSON."""
    options = json.loads(argument)
    processes.control(processes.PR_SET_CHILD_SUBREAPER, 1)
    processes.set_name("svc-runtime")
    home = Home(options["home"])
    sweep_abandoned(os.path.dirname(home.path), home.path)
    if options["userSite"]:
        site.addsitedir(options["userSite"])
    recorder.install()
    patch_when_imported({"urllib3": recorder.install_urllib3, "httpx": install_httpx})
    version = preload("requests")
    warm_up(COMMON_MODULES)
    limits = options["limits"]
    port = gateway_port()
    rule = TargetRule(options["refusedNetworks"], port)
    setup = Setup(
        parent=os.getpid(),
        environment=options["environment"],
        limits=Limits(
            address_space=limits["addressSpaceBytes"],
            open_files=limits["openFiles"],
            file_size=limits["fileBytes"],
            processes=limits["processes"] + processes.count_own_tasks(),
        ),
        preloaded=frozenset({"requests"}),
        confinement=confinement.prepare(options["sandbox"], [RUNTIME_DIR], options["hidden"]),
        target_rule=rule,
        gateway=None if port is None else Gateway(port, rule),
    )
    line = ServiceLine(0, 1)
    line.emit(
        "ready",
        executable=sys.executable,
        version=platform.python_version(),
        requests=version,
        sandbox=setup.confinement.level,
    )
    line.flush()
    if version is not None:
        rehearse(home.path)
    Parent(line, setup, home, Watched(limits["processes"], limits["scratchBytes"])).serve()
