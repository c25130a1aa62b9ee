"""A product can be made dearer and then taken out of the catalogue.

It makes a product of its own, because changing the shared one would change the totals of the other tests.
"""
import uuid

import requests


def test_product_life_cycle():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    created = requests.post(
        f"{BASE_URL}/products",
        json={"name": f"Seed box {uuid.uuid4().hex[:8]}", "category": "garden", "priceCents": 450},
        headers=headers,
        timeout=10,
    )
    assert created.status_code == 201, f"expected 201 Created, got {created.status_code}: {created.text[:200]}"
    url = f"{BASE_URL}{created.headers['Location']}"

    changed = requests.patch(url, json={"priceCents": 495}, headers=headers, timeout=10)
    assert changed.status_code == 200, f"the price cannot be changed: {changed.status_code} {changed.text[:200]}"
    price = requests.get(url, headers=headers, timeout=10).json()["priceCents"]
    assert price == 495, f"the new price does not show in the next read: {price}"

    deleted = requests.delete(url, headers=headers, timeout=10)
    assert deleted.status_code == 204, f"expected 204 No Content, got {deleted.status_code}: {deleted.text[:200]}"
    gone = requests.get(url, headers=headers, timeout=10)
    assert gone.status_code == 404, f"a deleted product still answers {gone.status_code}"


test_product_life_cycle()
