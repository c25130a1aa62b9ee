import urllib.error
import urllib.request

try:
    status = urllib.request.urlopen(f"{BASE_URL}/broken", timeout=10).status
except urllib.error.HTTPError as error:
    status = error.code
print("the status is", status)
assert status == 200, f"expected 200, got {status}"
