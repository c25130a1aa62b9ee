"""Creating a product answers 201, and reading it gives the same record.

The price is kept in whole cents; it is passed on so that totals can be checked without guessing.
"""
import uuid

import requests


def test_create_product():
    headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
    wanted = {"name": f"Pepper mill {uuid.uuid4().hex[:8]}", "category": "kitchen", "priceCents": 1290}

    created = requests.post(f"{BASE_URL}/products", json=wanted, headers=headers, timeout=10)
    assert created.status_code == 201, f"expected 201 Created, got {created.status_code}: {created.text[:200]}"
    product = created.json()
    for field, value in wanted.items():
        assert product[field] == value, f"{field} came back as {product[field]!r} instead of {value!r}"

    read = requests.get(f"{BASE_URL}/products/{product['id']}", headers=headers, timeout=10)
    assert read.status_code == 200, f"the new product cannot be read: {read.status_code}"
    assert read.json() == product, "the product reads differently from what its creation answered"
    produce("product_id", product["id"])
    produce("product_price_cents", product["priceCents"])


test_create_product()
