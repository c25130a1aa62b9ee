"""Using a coupon in a cart takes its percentage off the total.

The test fills a cart of its own, so that the shared one keeps its full price.
"""
import requests


def test_use_coupon():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    opened = requests.post(f"{BASE_URL}/carts", json={"userId": variables["user_id"]}, headers=headers, timeout=10)
    assert opened.status_code == 201, f"no cart to use the coupon in: {opened.status_code} {opened.text[:200]}"
    cart_url = f"{BASE_URL}/carts/{opened.json()['id']}"
    item = {"productId": variables["product_id"], "quantity": 2}
    added = requests.post(f"{cart_url}/items", json=item, headers=headers, timeout=10)
    assert added.status_code == 201, f"the cart stays empty: {added.status_code} {added.text[:200]}"

    response = requests.put(
        f"{cart_url}/coupon", json={"code": variables["coupon_code"]}, headers=headers, timeout=10
    )
    assert response.status_code == 200, f"expected 200 OK, got {response.status_code}: {response.text[:200]}"
    cart = response.json()
    expected = round(cart["subtotalCents"] * 15 / 100)
    assert cart["discountCents"] == expected, f"{cart['discountCents']} cents off instead of {expected}"
    produce("discounted_cart_id", cart["id"])


test_use_coupon()
