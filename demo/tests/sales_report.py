"""The sales report counts the orders and adds them up.

It is the slow endpoint of the shop: more than a second, but it must stay below five. Standard library only.
"""
import json
import time
import urllib.request


def test_sales_report():
    def read(path):
        headers = {**__AUTH_HEADERS__, "Authorization": f"Bearer {variables['access_token']}"}
        request = urllib.request.Request(f"{BASE_URL}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)

    order = read(f"/orders/{variables['order_id']}")
    started = time.monotonic()
    report = read("/reports/sales")
    seconds = time.monotonic() - started

    assert seconds < 5, f"the report took {seconds:.1f} s"
    assert report["orders"] >= 1, "the report counts no order although one was just made"
    assert report["revenueCents"] >= order["totalCents"], (
        f"the report adds up to {report['revenueCents']} cents, the new order alone is {order['totalCents']}"
    )


test_sales_report()
