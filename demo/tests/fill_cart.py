"""Putting a product into a cart raises the cart's total by quantity times price.

The item id is passed on: whoever consumes it knows that the cart is not empty any more.
"""
import requests


def test_fill_cart():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    cart_url = f"{BASE_URL}/carts/{variables['cart_id']}"
    quantity = 3

    added = requests.post(
        f"{cart_url}/items",
        json={"productId": variables["product_id"], "quantity": quantity},
        headers=headers,
        timeout=10,
    )
    assert added.status_code == 201, f"expected 201 Created, got {added.status_code}: {added.text[:200]}"
    item = added.json()
    assert item["quantity"] == quantity, f"the quantity came back as {item['quantity']!r}"

    cart = requests.get(cart_url, headers=headers, timeout=10).json()
    assert [row["id"] for row in cart["items"]] == [item["id"]], f"the cart holds {cart['items']!r}"
    expected = quantity * variables["product_price_cents"]
    assert cart["totalCents"] == expected, f"the cart costs {cart['totalCents']} cents instead of {expected}"
    produce("cart_item_id", item["id"])


test_fill_cart()
