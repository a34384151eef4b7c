"""Portico for a Django project. Copy this folder beside manage.py, and call connect() at the end of settings.py."""
import base64
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

FILE = "gate.env"
AUTHENTICATION = "django.contrib.auth.middleware.AuthenticationMiddleware"


def connect(settings):
    """Adds to the settings what Portico needs: connect(globals()). The environment counts more than the file gate.env."""
    settings["INSTALLED_APPS"] = [*settings["INSTALLED_APPS"], "central"]
    if sys.argv[1:2] == ["portico"]:
        return  # This command writes the file.
    known = {**read(Path(settings.get("BASE_DIR", ".")) / FILE), **os.environ}
    missing = [name for name in ("SSO_PROGRAM_URL", "GATE_HOOKS_URL", "GATE_HOOKS_SECRET") if not known.get(name)]
    if missing:
        raise ImproperlyConfigured(f"{missing[0]} is missing. Run 'python manage.py portico', which writes {FILE}.")
    origin = known["SSO_PROGRAM_URL"].rstrip("/")
    hosts = list(settings.get("ALLOWED_HOSTS", []))
    if not hosts and settings.get("DEBUG"):
        hosts = ["localhost", "127.0.0.1"]
    settings["ALLOWED_HOSTS"] = [*hosts, urlsplit(origin).hostname, urlsplit(known["GATE_HOOKS_URL"]).hostname]
    settings["CSRF_TRUSTED_ORIGINS"] = [*settings.get("CSRF_TRUSTED_ORIGINS", []), origin]
    # The gate asks for the hooks without TLS, follows no redirects, and says for pages how the browser came.
    settings["SECURE_REDIRECT_EXEMPT"] = [*settings.get("SECURE_REDIRECT_EXEMPT", []), r"^portico/hooks$"]
    if origin.startswith("https:"):
        settings.setdefault("SECURE_PROXY_SSL_HEADER", ("HTTP_X_FORWARDED_PROTO", "https"))
    middleware = list(settings["MIDDLEWARE"])
    place = middleware.index(AUTHENTICATION) + 1 if AUTHENTICATION in middleware else len(middleware)
    settings["MIDDLEWARE"] = [*middleware[:place], "central.portico.CitizenMiddleware", *middleware[place:]]
    settings["PORTICO_ORIGIN"] = origin
    settings["PORTICO_HOOKS_KEY"] = hooks_key(known["GATE_HOOKS_SECRET"])
    listen = known.get("GATE_LISTEN", "127.0.0.1:4180")
    settings["PORTICO_GATE_URL"] = known.get("PORTICO_GATE_URL", f"http://{listen}")


def hooks_key(secret):
    """The key in a secret of hooks, the first of several. Everybody could sign with an empty one."""
    secret = (secret.split() or [""])[0]
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not secret.startswith("whsec_") or len(key) < 24:
        raise ImproperlyConfigured("GATE_HOOKS_SECRET is not whsec_ and base64 of 24 bytes or more.")
    return key


def read(file):
    """The settings in a file of lines such as NAME=value or NAME="a value"."""
    lines = file.read_text().splitlines() if file.exists() else []
    pairs = [line.removeprefix("export ").split("=", 1) for line in lines if "=" in line and line[0] != "#"]
    return {name.strip(): value.split(" #")[0].strip().strip("\"'") for name, value in pairs}
