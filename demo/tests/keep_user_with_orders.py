"""A user who has orders cannot be deleted: 409, and the user is still there.

Losing the buyer of an order would leave the books without a name, so the shop has to hold on to both.
"""
import requests


def test_keep_user_with_orders():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    user_url = f"{BASE_URL}/users/{variables['user_id']}"
    order = requests.get(f"{BASE_URL}/orders/{variables['order_id']}", headers=headers, timeout=10).json()
    assert order["userId"] == variables["user_id"], "the order belongs to somebody else"

    refused = requests.delete(user_url, headers=headers, timeout=10)
    assert refused.status_code == 409, f"expected 409 Conflict, got {refused.status_code}: {refused.text[:200]}"
    still_there = requests.get(user_url, headers=headers, timeout=10)
    assert still_there.status_code == 200, f"the user is gone: {still_there.status_code}"


test_keep_user_with_orders()
