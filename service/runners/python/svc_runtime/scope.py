"""The globals of a test."""

from __future__ import annotations

import keyword
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, Callable, Dict

from .job import Job
from .leaks import leaks
from .provided import Variables, letters_of, read_json, wrong_credential


def make_scope(module: ModuleType, job: Job, produce: Callable[[str, Any], None]) -> Dict[str, Any]:
    """Fills the test's module; returns what was injected. The fixed names win over a variable of the same name."""
    injected: Dict[str, Any] = {
        name: value for name, value in job.variables.items() if name.isidentifier() and not keyword.iskeyword(name)
    }
    injected.update((f"VAR_{key}", value) for key, value in job.environment.items())
    injected.update(
        TARGET_URL=job.target_url,
        BASE_URL=job.target_url,
        RUN_TAG=job.run_tag,
        __AUTH_CREDENTIAL__=job.auth_credential,
        __AUTH_TYPE__=job.auth_type,
        __AUTH_HEADERS__=dict(job.auth_headers),
        __EXTRA_HEADERS__=dict(job.extra_headers),
        variables=MappingProxyType(Variables(job.variables)),
        produce=produce,
        leaks=leaks,
        read_json=read_json,
        wrong_credential=wrong_credential,
        tag_letters=partial(letters_of, job.run_tag),
    )
    if job.browser_path is not None:
        injected["BROWSER_PATH"] = job.browser_path
    module.__dict__.update(injected, __file__=job.file_name)
    return injected
