"""A user can review a product, and the review shows up in the product's list.

Six stars do not exist: that review is refused with the field that is wrong.
"""
import requests


def test_review_product():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    reviews_url = f"{BASE_URL}/products/{variables['product_id']}/reviews"
    review = {"userId": variables["user_id"], "rating": 5, "comment": "Grinds evenly."}

    created = requests.post(reviews_url, json=review, headers=headers, timeout=10)
    assert created.status_code == 201, f"expected 201 Created, got {created.status_code}: {created.text[:200]}"
    review_id = created.json()["id"]
    listed = requests.get(reviews_url, headers=headers, timeout=10).json()["items"]
    assert review_id in [row["id"] for row in listed], "the new review is missing in the list of the product"

    too_good = requests.post(reviews_url, json={**review, "rating": 6}, headers=headers, timeout=10)
    assert too_good.status_code == 400, f"a rating of 6 answered {too_good.status_code} instead of 400"
    assert too_good.json()["error"]["field"] == "rating", f"the error points at {too_good.json()['error']!r}"
    produce("review_id", review_id)


test_review_product()
