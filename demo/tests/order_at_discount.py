"""An order made from a cart with a coupon keeps the discount.

It is the last step of the coupon's way through the shop: what the customer pays is what the cart promised.
"""
import requests


def test_order_at_discount():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    cart_url = f"{BASE_URL}/carts/{variables['discounted_cart_id']}"
    cart = requests.get(cart_url, headers=headers, timeout=10).json()

    response = requests.post(f"{cart_url}/checkout", headers=headers, timeout=10)
    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
    order = response.json()
    assert order["discountCents"] > 0, "the discount got lost on the way to the order"
    assert order["totalCents"] == cart["totalCents"], f"{order['totalCents']} cents instead of {cart['totalCents']}"


test_order_at_discount()
