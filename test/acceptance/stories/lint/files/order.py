import requests

r = requests.post(TARGET_URL + "/orders", json={"sku": variables["sku"]})
assert r.status_code == 201
