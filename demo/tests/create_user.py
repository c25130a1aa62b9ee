"""Creating a user answers 201 with the new record and where to find it.

Carts, orders and reviews belong to a user, so most of the other tests use the one that is made here.
"""
import uuid

import requests


def test_create_user():
    name = "Ada Marsh"
    email = f"ada.{uuid.uuid4().hex[:12]}@example.com"
    response = requests.post(
        f"{BASE_URL}/users",
        json={"name": name, "email": email},
        headers={**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"},
        timeout=10,
    )
    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
    user = response.json()
    assert user["name"] == name, f"the name came back as {user['name']!r}"
    assert user["email"] == email, f"the e-mail came back as {user['email']!r}"
    assert response.headers["Location"] == f"/users/{user['id']}", f"Location is {response.headers['Location']!r}"
    produce("user_id", user["id"])


test_create_user()
