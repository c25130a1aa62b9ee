"""A wrong password is refused with 401 and without a token.

The standard library is enough here, and the message must not say which half of the credentials was wrong.
"""
import json
import urllib.error
import urllib.request


def test_refuse_wrong_password():
    request = urllib.request.Request(
        f"{BASE_URL}/auth/login",
        data=json.dumps({"email": "manager@shop.example", "password": "close-sesame"}).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            status, body = response.status, json.load(response)
    except urllib.error.HTTPError as refusal:
        status, body = refusal.code, json.load(refusal)

    assert status == 401, f"expected 401 Unauthorized, got {status}"
    assert "token" not in body, "a refused login must not hand out a token"
    assert body["error"]["code"] == "bad_credentials", f"unexpected error code {body['error']['code']!r}"
    assert "field" not in body["error"], "the answer gives away which of the two was wrong"


test_refuse_wrong_password()
