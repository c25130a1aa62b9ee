"""Checking out a filled cart makes one pending order with the cart's items and total.

A second checkout of the same cart must not make a second order.
"""
import requests


def test_check_out_cart():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    cart_url = f"{BASE_URL}/carts/{variables['cart_id']}"
    cart = requests.get(cart_url, headers=headers, timeout=10).json()
    assert variables["cart_item_id"] in [item["id"] for item in cart["items"]], "the item left the cart"

    response = requests.post(f"{cart_url}/checkout", headers=headers, timeout=10)
    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
    order = response.json()
    assert order["status"] == "pending", f"a new order is {order['status']!r}"
    assert order["totalCents"] == cart["totalCents"], f"{order['totalCents']} cents instead of {cart['totalCents']}"
    assert len(order["items"]) == len(cart["items"]), f"the order holds {len(order['items'])} items"

    again = requests.post(f"{cart_url}/checkout", headers=headers, timeout=10)
    assert again.status_code == 409, f"the second checkout answered {again.status_code} instead of 409 Conflict"
    produce("order_id", order["id"])


test_check_out_cart()
