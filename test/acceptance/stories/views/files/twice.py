import json
import urllib.request

request = urllib.request.Request(f"{BASE_URL}/notes", data=b"{}", method="POST")
note_id = json.load(urllib.request.urlopen(request, timeout=10))["id"]
response = urllib.request.urlopen(f"{BASE_URL}/notes/{note_id}?full=yes", timeout=10)
assert response.status == 200, response.status
