"""A usual Django project. The lines about Portico are the last ones."""
import os
from pathlib import Path

SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]
# The second one is the host in GATE_HOOKS_URL.
ALLOWED_HOSTS = os.environ.get("DJANGO_HOSTS", "localhost 127.0.0.1").split()
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "permits",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "permits.portico.CitizenMiddleware",
]
ROOT_URLCONF = "permits.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("DJANGO_DATABASE", Path(__file__).parent.parent / "db.sqlite3"),
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_REDIRECT_URL = "/"
USE_TZ = True

PORTICO_HOOKS_SECRET = os.environ["GATE_HOOKS_SECRET"]
PORTICO_GATE_URL = os.environ.get("PORTICO_GATE_URL", "http://127.0.0.1:4180")
PORTICO_ORIGIN = os.environ["SSO_PROGRAM_URL"]
