"""Says how to install a module that a test imports and the interpreter lacks."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from typing import Optional

# Packages that tests use and whose name is that of their module. Of any other name nobody here knows whether there is
# a package of that name, and whether it is the one that is meant: no command is given for it.
_SAME_NAME = frozenset(
    """
    aiohttp arrow asyncpg authlib babel boto3 botocore certifi chardet click cryptography deepdiff faker
    filelock freezegun graphene gql h11 h2 httpcore httpx hypothesis icalendar idna itsdangerous jinja2 jmespath
    jsonpatch jsonpath_ng jsonpointer jsonschema lxml markdown marshmallow mimesis mock moto msgpack numpy
    oauthlib openpyxl orjson pandas paramiko parameterized passlib pendulum pika playwright polars pyotp
    polling2 protobuf psutil psycopg pyarrow pydantic pymongo pymysql pypdf pytest pytz qrcode redis referencing
    regex requests requests_mock requests_oauthlib requests_toolbelt respx responses retry rich rsa schema scipy
    selenium semver simplejson sqlalchemy stripe tabulate tenacity tqdm twilio typer tzdata tzlocal ujson
    urllib3 validators wcwidth websockets xmltodict zeep
    """.split()
)
# Modules whose package has another name: (for pip, for Debian).
_PACKAGES = {
    "bs4": ("beautifulsoup4", "python3-bs4"),
    "Crypto": ("pycryptodome", "python3-pycryptodome"),
    "dateutil": ("python-dateutil", "python3-dateutil"),
    "dotenv": ("python-dotenv", "python3-dotenv"),
    "grpc": ("grpcio", "python3-grpcio"),
    "hamcrest": ("pyhamcrest", "python3-hamcrest"),
    "jose": ("python-jose", "python3-jose"),
    "jwt": ("pyjwt", "python3-jwt"),
    "kafka": ("kafka-python", "python3-kafka"),
    "mysql": ("mysql-connector-python", "python3-mysql.connector"),
    "nacl": ("pynacl", "python3-nacl"),
    "OpenSSL": ("pyopenssl", "python3-openssl"),
    "PIL": ("pillow", "python3-pil"),
    "psycopg2": ("psycopg2-binary", "python3-psycopg2"),
    "ulid": ("python-ulid", "python3-ulid"),
    "vcr": ("vcrpy", "python3-vcr"),
    "websocket": ("websocket-client", "python3-websocket"),
    "yaml": ("pyyaml", "python3-yaml"),
}


def how_to_install(error: ModuleNotFoundError) -> Optional[str]:
    """What helps, or None when the missing part belongs to a package that is there."""
    name = (error.name or "").partition(".")[0]
    if not name or _is_there(name):
        return None
    if _LOCAL.search(name):
        return f"{name} is no package: {ONE_FILE}"
    if name not in _SAME_NAME and name not in _PACKAGES:
        return f"{sys.executable} does not have it: a package is installed into that Python; {ONE_FILE}"
    for_pip, for_debian = _PACKAGES.get(name, (name, f"python3-{name.lower().replace('_', '-')}"))
    if _belongs_to_debian():
        sudo = "" if os.geteuid() == 0 else "sudo "
        return f"{sys.executable} does not have it; install it with: {sudo}apt-get install -y {for_debian}"
    return f"{sys.executable} does not have it; install it with: {sys.executable} -m pip install {for_pip}"


# Names that test projects give their own modules, and that no package of use to a test has.
_LOCAL = re.compile(
    r"^(?:tests?|conftest|src|app|lib|local|my_?\w*|helpers?|utils?|common|shared|config|settings|constants|fixtures?"
    r"|factories|clients?|models?|data|schemas?|support)$"
    r"|_(?:helpers?|utils?|fixtures?|client|config|common)$|^test_"
)
ONE_FILE = "a test is one file, and modules beside it are not sent with it: put what it uses into the test itself"


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


def _belongs_to_debian() -> bool:
    is_private = sys.prefix != sys.base_prefix
    return not is_private and sys.executable.startswith("/usr/bin/") and os.path.exists("/var/lib/dpkg/status")
