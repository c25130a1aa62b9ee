import json
import urllib.request


def seen(path, headers):
    with urllib.request.urlopen(urllib.request.Request(BASE_URL + path, headers=headers)) as answer:
        return json.load(answer)


shared = seen("/guarded/items", __AUTH_HEADERS__)
assert shared == {"authorization": "Bearer shared-credential-0123", "admin": None}, shared
admin = seen("/guarded/admin/users", __AUTH_HEADERS__)
assert admin == {"authorization": None, "admin": "admin-credential-0123"}, admin
health = seen("/guarded/admin/health", __AUTH_HEADERS__)
assert health == {"authorization": None, "admin": None}, health
wrong = seen("/guarded/admin/users", {"Authorization": "Bearer wrong"})
assert wrong == {"authorization": "Bearer wrong", "admin": None}, wrong
