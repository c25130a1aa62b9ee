"""One execution as the service orders it."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple

from .masking import Masker


class Job(NamedTuple):
    """What a child needs to execute one test."""

    file_name: str
    code: str
    timeout_seconds: float
    target_url: str
    auth_type: str
    auth_credential: str
    auth_headers: Dict[str, str]
    extra_headers: Dict[str, str]
    variables: Dict[str, Any]
    produces: List[str]
    environment: Dict[str, str]
    secret_forms: List[str]

    def masker(self) -> Masker:
        """Hides the secrets of this job."""
        return Masker(self.secret_forms, self.auth_headers)


def parse_job(message: Mapping[str, Any]) -> Job:
    """Reads the message of the service."""
    return Job(
        file_name=message["fileName"],
        code=message["code"],
        timeout_seconds=message["timeoutSeconds"],
        target_url=message["targetUrl"],
        auth_type=message["authType"],
        auth_credential=message["authCredential"],
        auth_headers=message["authHeaders"],
        extra_headers=message["extraHeaders"],
        variables=message["variables"],
        produces=message["produces"],
        environment=message["environment"],
        secret_forms=message["secretForms"],
    )
