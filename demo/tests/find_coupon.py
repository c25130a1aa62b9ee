"""A coupon can be found by its code.

The cashier only knows the code, so the filter has to give exactly the one coupon that carries it.
"""
import requests


def test_find_coupon():
    response = requests.get(
        f"{BASE_URL}/coupons",
        params={"code": variables["coupon_code"]},
        headers={**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"},
        timeout=10,
    )
    assert response.status_code == 200, f"expected 200 OK, got {response.status_code}: {response.text[:200]}"
    found = [coupon["id"] for coupon in response.json()["items"]]
    assert found == [variables["coupon_id"]], f"the code leads to {found!r}"


test_find_coupon()
