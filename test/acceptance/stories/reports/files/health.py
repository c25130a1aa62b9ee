import urllib.request

response = urllib.request.urlopen(f"{BASE_URL}/health", timeout=10)
assert response.status == 200, response.status
print("healthy")
