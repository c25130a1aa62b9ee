"""Encrypts the lines that wait on disk for the next service: recorded calls hold values that must not lie readable."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os

NONCE_SIZE = 16


def seal_line(key: bytes, line: bytes) -> bytes:
    """One line as base64 of nonce, HMAC-SHA256 and the line under a SHAKE-256 key stream; the standard library has no AES."""
    nonce = os.urandom(NONCE_SIZE)
    stream = hashlib.shake_256(b"line" + key + nonce).digest(len(line))
    body = (int.from_bytes(line, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(line), "big")
    tag = hmac.new(key, nonce + body, "sha256").digest()
    return base64.b64encode(nonce + tag + body)
