"""A site with Django, for mozilla-django-oidc and for social-auth-core: settings and backend are of the recipe."""

import importlib
import os
import sys
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import include, path

NAME = sys.argv[1]
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ['RECIPE'])
recipe = importlib.import_module(f'{NAME}_settings')
APPS = {'mozilla': 'mozilla_django_oidc', 'social': 'social_django'}

settings.configure(
    DEBUG=True,
    SECRET_KEY=os.environ['COOKIE_SECRET'],
    ALLOWED_HOSTS=['localhost'],
    ROOT_URLCONF=__name__,
    LOGIN_REDIRECT_URL='/',
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    DEFAULT_AUTO_FIELD='django.db.models.BigAutoField',
    INSTALLED_APPS=['django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions', APPS[NAME]],
    MIDDLEWARE=[
        'django.contrib.sessions.middleware.SessionMiddleware',
        'django.contrib.auth.middleware.AuthenticationMiddleware',
    ],
    **{key: value for key, value in vars(recipe).items() if key.isupper()},
)
django.setup()
call_command('migrate', verbosity=0)


def home(request):
    if not request.user.is_authenticated and NAME == 'mozilla':
        return redirect('/oidc/authenticate/')
    if not request.user.is_authenticated:
        token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
        button = '<button>Sign in with Portico</button>'
        return HttpResponse(f'<form method="post" action="/login/oidc/">{token}{button}</form>')
    user = request.user
    return HttpResponse(f'Hello {user.get_full_name()}, your subject is {user.username}')


def refresh(request):
    from social_django.utils import load_strategy

    request.user.social_auth.get(provider='oidc').refresh_token(load_strategy(request))
    return HttpResponse('refreshed')


PATHS = {'mozilla': path('oidc/', include('mozilla_django_oidc.urls')), 'social': path('', include('social_django.urls'))}
urlpatterns = [path('', home), path('refresh', refresh), PATHS[NAME]]

from django.core.wsgi import get_wsgi_application  # noqa: E402

make_server('127.0.0.1', int(os.environ['PORT']), get_wsgi_application()).serve_forever()
