import urllib.request

response = urllib.request.urlopen(f"{BASE_URL}/items/{variables['item_id']}", timeout=10)
assert response.status == 200, response.status
