"""Subscribing to the newsletter answers 201, and the same e-mail a second time is a conflict.

The shop has no way to unsubscribe, so the record that this test makes stays behind.
"""
import uuid

import requests


def test_subscribe_to_newsletter():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    body = {"email": f"reader.{uuid.uuid4().hex[:12]}@example.com"}

    first = requests.post(f"{BASE_URL}/newsletter-subscriptions", json=body, headers=headers, timeout=10)
    assert first.status_code == 201, f"expected 201 Created, got {first.status_code}: {first.text[:200]}"
    assert first.json()["email"] == body["email"], f"the e-mail came back as {first.json()['email']!r}"

    second = requests.post(f"{BASE_URL}/newsletter-subscriptions", json=body, headers=headers, timeout=10)
    assert second.status_code == 409, f"subscribing twice answered {second.status_code} instead of 409 Conflict"
    produce("subscription_id", first.json()["id"])


test_subscribe_to_newsletter()
