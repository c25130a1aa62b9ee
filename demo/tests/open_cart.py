"""A user can open a cart, and it starts empty.

The cart is filled and checked out by later tests.
"""
import requests


def test_open_cart():
    user_id = variables["user_id"]
    response = requests.post(
        f"{BASE_URL}/carts",
        json={"userId": user_id},
        headers={**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"},
        timeout=10,
    )
    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
    cart = response.json()
    assert cart["userId"] == user_id, f"the cart belongs to {cart['userId']!r} instead of {user_id!r}"
    assert cart["items"] == [], f"a new cart holds {len(cart['items'])} items"
    assert cart["totalCents"] == 0, f"an empty cart costs {cart['totalCents']} cents"
    produce("cart_id", cart["id"])


test_open_cart()
