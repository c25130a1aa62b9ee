"""One execution as the service orders it."""

from __future__ import annotations

from json import loads
from typing import Any, Dict, List, Mapping, NamedTuple, Optional

from .auth_rules import AuthRules
from .call_auth import Renewal
from .leniency import Rule, parse_rule
from .masking import Masker
from .read_before import ReadBefore


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
    # Assertions that the first run only notes, by their line.
    lenient: Mapping[int, Rule] = {}
    # Differs per run and attempt, so that made-up values never meet those of an earlier run.
    run_tag: str = ""
    # Of a test that drives a browser itself; None: it does not.
    browser_path: Optional[str] = None
    # None: every call gets what the project uses.
    auth_rules: Optional[AuthRules] = None
    # None: the credential stays what it is.
    renewal: Optional[Renewal] = None
    # None: nothing is read before the calls of the test.
    read_before: Optional[ReadBefore] = None

    def masker(self) -> Masker:
        """Hides the secrets of this job."""
        return Masker(self.secret_forms, self.hidden_headers())

    def hidden_headers(self) -> List[str]:
        """Names of the headers that carry credentials."""
        names = list(self.auth_headers)
        if self.auth_rules is not None:
            names += [name for choice in self.auth_rules.choices for name in choice.headers]
        return names


def _exact(texts: Mapping[str, str]) -> Dict[str, Any]:
    """Values that would not survive the service as numbers, such as 64-bit integers, from their JSON."""
    return {name: loads(text) for name, text in texts.items()}


def parse_job(message: Mapping[str, Any]) -> Job:
    """Reads the message of the service."""
    rules, renewal, reads = message.get("authRules"), message.get("renewal"), message.get("readBefore")
    return Job(
        file_name=message["fileName"],
        code=message["code"],
        timeout_seconds=message["timeoutSeconds"],
        target_url=message["targetUrl"],
        auth_type=message["authType"],
        auth_credential=message["authCredential"],
        auth_headers=message["authHeaders"],
        extra_headers=message["extraHeaders"],
        variables={**message["variables"], **_exact(message.get("exactVariables", {}))},
        produces=message["produces"],
        environment=message["environment"],
        secret_forms=message["secretForms"],
        lenient={item["line"]: parse_rule(item) for item in message.get("lenient", ())},
        run_tag=message.get("runTag", ""),
        browser_path=message.get("browserPath"),
        auth_rules=AuthRules(rules, message["targetUrl"]) if rules else None,
        renewal=Renewal(renewal["renewAt"]) if renewal else None,
        read_before=ReadBefore(reads, message["targetUrl"]) if reads else None,
    )
