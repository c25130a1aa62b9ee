import json
import urllib.request


def call(method, path):
    request = urllib.request.Request(f"{BASE_URL}{path}", data=b"{}" if method == "POST" else None, method=method)
    return urllib.request.urlopen(request, timeout=10)


created = json.load(call("POST", "/notes"))
produce("note_id", created["id"])
assert call("GET", f"/notes/{created['id']}").status == 200
