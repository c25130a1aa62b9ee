import json
import urllib.request

request = urllib.request.Request(f"{BASE_URL}/items", data=b"{}", method="POST")
response = urllib.request.urlopen(request, timeout=10)
assert response.status == 201, response.status
produce("item_id", json.load(response)["id"])
