"""The addresses that code of a test may not connect to, as the service says; the same rule as for the service itself.

It stands where Python connects (an audit hook, which no code can remove), so it holds for every library, every address a
name has and every redirect. A program that a test starts is held in a network of its own alone (`gateway_sockets`).
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from typing import Any, Iterable, Optional, Tuple, Union

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]

SIX_TO_FOUR = ipaddress.ip_network("2002::/16")
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
REFUSAL = "this service tests no private addresses"
EVENTS = frozenset(("socket.connect", "socket.sendto", "socket.sendmsg"))


class TargetRule:
    """Refused networks, in CIDR notation; the one port of this machine through which connections go is none of them."""

    def __init__(self, networks: Iterable[str], gateway: Optional[int] = None) -> None:
        self._networks = [ipaddress.ip_network(network) for network in networks]
        self._gateways = [] if gateway is None else [("127.0.0.1", gateway), ("::ffff:127.0.0.1", gateway)]

    def enforce(self) -> None:
        """Holds for this process from now on; without a network it costs nothing."""
        if self._networks:
            sys.addaudithook(self._on_event)

    def is_refused(self, host: str) -> bool:
        """Whether an address, as text, must not be connected to. A text that is no address counts as refused."""
        try:
            return self._covers(ipaddress.ip_address(host.partition("%")[0]))
        except ValueError:
            return True

    def _covers(self, address: Address) -> bool:
        embedded = _embedded(address)
        return (embedded is not None and self._covers(embedded)) or any(
            address.version == network.version and address in network for network in self._networks
        )

    def _on_event(self, event: str, arguments: Tuple[Any, ...]) -> None:
        if event not in EVENTS:
            return
        target = arguments[1]
        family = arguments[0].family
        if family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(target, tuple) or not target:
            return
        if target[:2] in self._gateways:
            return
        self.check(str(target[0]), family)

    def check(self, host: str, family: int) -> None:
        """Raises PermissionError for an address, or a name, that must not be connected to."""
        # Without an address: a socket that is connected, or this machine.
        for address in _addresses(host or "localhost", family):
            if self.is_refused(address):
                raise PermissionError(errno.EACCES, REFUSAL, address)


def _embedded(address: Address) -> Optional[Address]:
    """The IPv4 address inside a mapped, a translated or a 6to4 address."""
    if not isinstance(address, ipaddress.IPv6Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in SIX_TO_FOUR:
        return ipaddress.IPv4Address(address.packed[2:6])
    if address in TRANSLATED:
        return ipaddress.IPv4Address(address.packed[12:])
    return None


def _addresses(host: str, family: int) -> Iterable[str]:
    try:
        ipaddress.ip_address(host.partition("%")[0])
        return [host]
    except ValueError:
        # Libraries look names up first; who connects to a name directly is asked what it stands for.
        return [str(found[4][0]) for found in socket.getaddrinfo(host, None, family)]
