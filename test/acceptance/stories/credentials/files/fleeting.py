import urllib.request


def status():
    request = urllib.request.Request(BASE_URL + "/fleeting/me", headers=__AUTH_HEADERS__)
    with urllib.request.urlopen(request) as answer:
        return answer.status


tokens = set()
while len(tokens) < 3:
    assert status() == 200
    tokens.add(__AUTH_CREDENTIAL__)
