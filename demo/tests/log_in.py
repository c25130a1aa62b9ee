"""Logging in with the right password gives a bearer token.

Everything else in the shop needs that token, so this test is the producer that all others wait for.
"""
import requests


def test_log_in():
    response = requests.post(
        f"{BASE_URL}/auth/login",
        json={"email": "manager@shop.example", "password": "open-sesame"},
        timeout=10,
    )
    assert response.status_code == 200, f"expected 200 OK, got {response.status_code}: {response.text[:200]}"
    session = response.json()
    assert session["tokenType"] == "Bearer", f"expected a bearer token, got {session['tokenType']!r}"
    assert session["expiresInSeconds"] >= 60, "a token that lives less than a minute cannot carry a test run"
    assert session["token"], "the token is empty"
    produce("access_token", session["token"])


test_log_in()
