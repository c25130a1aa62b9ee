"""An order of a product that does not exist is refused with 422, and nothing is ordered.

The error has to name the place in the request, because an order can hold many products.
"""
import requests


def test_refuse_unknown_product():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    items = [
        {"productId": variables["product_id"], "quantity": 1},
        {"productId": "prd_does_not_exist", "quantity": 1},
    ]
    response = requests.post(
        f"{BASE_URL}/orders",
        json={"userId": variables["user_id"], "items": items},
        headers=headers,
        timeout=10,
    )
    assert response.status_code == 422, f"expected 422, got {response.status_code}: {response.text[:200]}"
    error = response.json()["error"]
    assert error["field"] == "items[1].productId", f"the error points at {error.get('field')!r}"


test_refuse_unknown_product()
