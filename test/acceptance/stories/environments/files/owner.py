import urllib.request
print("owner VAR_OWNER, key VAR_API_KEY")
assert urllib.request.urlopen(TARGET_URL + "/health").status == 200
