"""Takes the order and the review of this run out of the shop again, once every other test has ended.

Deleting answers 204, and the record is gone afterwards; both would otherwise hold on to their user and product.
"""
import requests


def test_remove_order():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    for path in (f"/orders/{variables['order_id']}", f"/reviews/{variables['review_id']}"):
        deleted = requests.delete(f"{BASE_URL}{path}", headers=headers, timeout=10)
        assert deleted.status_code == 204, f"DELETE {path} answered {deleted.status_code}: {deleted.text[:200]}"
        gone = requests.get(f"{BASE_URL}{path}", headers=headers, timeout=10)
        assert gone.status_code == 404, f"{path} is deleted but still answers {gone.status_code}"


test_remove_order()
