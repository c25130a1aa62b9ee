import json
import urllib.request


def call(method, path):
    request = urllib.request.Request(f"{BASE_URL}{path}", data=b'{"colour": "red"}', method=method)
    return json.load(urllib.request.urlopen(request, timeout=10))


produce("jar_id", call("POST", "/jars")["id"])
call("PUT", "/labels/red")
call("POST", "/pads")
