import urllib.request

request = urllib.request.Request(f"{BASE_URL}/items/{variables['item_id']}", method="DELETE")
response = urllib.request.urlopen(request, timeout=10)
assert response.status == 204, response.status
