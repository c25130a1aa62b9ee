import time
import urllib.request


def status():
    request = urllib.request.Request(BASE_URL + "/fleeting/me", headers=__AUTH_HEADERS__)
    with urllib.request.urlopen(request) as answer:
        return answer.status


first = __AUTH_CREDENTIAL__
end = time.monotonic() + 1.5
while time.monotonic() < end:
    assert status() == 200
    time.sleep(0.05)
assert __AUTH_CREDENTIAL__ != first
