"""Runs one test of the demo the way the service does, and prints the outcome as one line of JSON.

Reads {"path", "baseUrl", "variables"} from standard input. The file runs from top to bottom as `__main__` with the
injected globals; what it produces counts only when it passes.
"""
import json
import sys

job = json.load(sys.stdin)
produced = {}
scope = {
    "__name__": "__main__",
    "TARGET_URL": job["baseUrl"],
    "BASE_URL": job["baseUrl"],
    "__AUTH_CREDENTIAL__": "",
    "__AUTH_TYPE__": "public",
    "__AUTH_HEADERS__": {},
    "__EXTRA_HEADERS__": {},
    "variables": dict(job["variables"]),
    "produce": produced.__setitem__,
    **job["variables"],
}
try:
    with open(job["path"], encoding="utf-8") as source:
        exec(compile(source.read(), job["path"], "exec"), scope)
    outcome = {"passed": True, "produced": produced}
except BaseException as error:
    outcome = {"passed": False, "error": type(error).__name__, "message": str(error)}
print(json.dumps(outcome))
