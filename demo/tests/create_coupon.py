"""Creating a coupon answers 201 and gives back the percentage that was asked for.

Discounts are calculated from this number, so a wrong one makes every later price wrong.
"""
import uuid

import requests


def test_create_coupon():
    code = f"SPRING-{uuid.uuid4().hex[:8].upper()}"
    response = requests.post(
        f"{BASE_URL}/coupons",
        json={"code": code, "percentOff": 15},
        headers={**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"},
        timeout=10,
    )
    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
    coupon = response.json()
    assert coupon["code"] == code, f"the code came back as {coupon['code']!r}"
    assert coupon["percentOff"] == 15, f"15 percent off came back as {coupon['percentOff']!r}"
    produce("coupon_id", coupon["id"])
    produce("coupon_code", coupon["code"])


test_create_coupon()
