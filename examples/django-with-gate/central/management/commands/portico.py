import base64
import getpass
import json
import os
import re
import secrets
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import NoReverseMatch, reverse

from central import FILE
from central.pages import old_form


class Command(BaseCommand):
    help = f"Writes {FILE}, which the gate and this project read."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("identity", help="the address of the identity service, such as https://id.example.org")
        parser.add_argument("--address", default="http://localhost:4180", help="of this site, as browsers see it (default: %(default)s)")
        parser.add_argument("--django", default="http://127.0.0.1:8000", help="where the gate reaches Django (default: %(default)s)")
        parser.add_argument("--gate", default="127.0.0.1:4180", help="where the gate listens (default: %(default)s)")

    def handle(self, *, identity, address, django, gate, **_):
        file = Path(settings.BASE_DIR) / FILE
        if file.exists():
            raise CommandError(f"{file} exists and was not changed. Edit it, or remove it and run this command again.")
        identity, address, django = (part.rstrip("/") for part in (identity, address, django))
        client_id, client_secret = self.client(identity, f"{address}/api/v1/sso/callback/")
        values = {
            "SSO_IDENTITY_URL": identity,
            "SSO_CLIENT_ID": client_id,
            "SSO_CLIENT_SECRET": client_secret,
            "SSO_PROGRAM_URL": address,
            "SSO_ENCRYPTION_KEYS": f"k1:{random_key()}",
            "DATABASE_URL": f"sqlite:{file.parent / 'gate.db'}",
            "GATE_LISTEN": gate,
            "GATE_UPSTREAM": django,
            "GATE_HOOKS_URL": f"{django}/portico/hooks",
            "GATE_HOOKS_SECRET": f"whsec_{random_key()}",
            "GATE_OLD_SESSION_COOKIES": settings.SESSION_COOKIE_NAME,
            "GATE_PROBLEM_PAGE": "/portico/account",
            "GATE_PUBLIC_PATHS": " ".join(public_paths()),
            "GATE_OPTIONAL_PATHS": " ".join(optional_paths()),
        }
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.writelines(f'{name}="{value}"\n' for name, value in values.items())
        keep_out_of_git(file.parent)
        command = "npm run gate --" if urlsplit(address).scheme == "http" else "portico-gate"
        self.stdout.write(f"Wrote {file}. Start the gate with:\n\n  {command} --settings {file}\n")

    def client(self, identity, callback):
        """The client id and the secret. What is not one word could be a further setting in the file."""
        given = simulated(identity) or of_environment() or self.asked(identity, callback)
        if not all(re.fullmatch(r"[\w.~+/=-]+", value) for value in given):
            raise CommandError("The client id and the client secret are one word each. The operator gives you both.")
        return given

    def asked(self, identity, callback):
        self.stdout.write(f"Give this callback address to the operator of {identity}:\n\n  {callback}\n")
        try:
            return input("Client id: ").strip(), getpass.getpass("Client secret (it is not shown): ").strip()
        except EOFError:
            raise CommandError("Nobody is there to ask. Set SSO_CLIENT_ID and SSO_CLIENT_SECRET, and run this command again.") from None


def simulated(identity):
    """What a simulator on this machine says. It has one client for all programs here."""
    if urlsplit(identity).hostname not in ("localhost", "127.0.0.1"):
        return None
    try:
        with urllib.request.urlopen(f"{identity}/dev/state", timeout=10) as answer:
            found = json.load(answer)
        return str(found["client_id"]), str(found["client_secret"])
    except (OSError, ValueError, KeyError):
        return None


def of_environment():
    given = os.environ.get("SSO_CLIENT_ID"), os.environ.get("SSO_CLIENT_SECRET")
    return given if all(given) else None


def random_key():
    return base64.b64encode(secrets.token_bytes(32)).decode()


def public_paths():
    """Files that are the same for everybody."""
    path = settings.STATIC_URL or ""
    return ["/favicon.ico", *([f"{path}*"] if path.startswith("/") else [])]


def optional_paths():
    """Pages that visitors may open: the start page, the page about the account, and where passwords are entered."""
    form = (old_form() or "").partition("?")[0]
    accounts = "/accounts/*" if form.startswith("/accounts/") else form
    return [path for path in ("/", "/portico/account", accounts, admin_paths()) if path]


def admin_paths():
    try:
        return f"{reverse('admin:index')}*"
    except NoReverseMatch:
        return None


def keep_out_of_git(folder):
    file = folder / ".gitignore"
    known = file.read_text().splitlines() if file.exists() else []
    missing = [line for line in (FILE, "gate.db*") if line not in known]
    if missing:
        file.write_text("\n".join([*known, *missing]) + "\n")
