import json
import urllib.request

request = urllib.request.Request(f"{BASE_URL}/logs", data=b"{}", method="POST")
produce("log_id", json.load(urllib.request.urlopen(request, timeout=10))["id"])
