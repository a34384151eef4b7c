import os
import secrets

from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from flask import Flask, abort, redirect, session

ISSUER, BASE_URL = os.environ['ISSUER'], os.environ['BASE_URL']
CLIENT = {
    'client_id': os.environ['CLIENT_ID'],
    'client_secret': os.environ['CLIENT_SECRET'],
}

app = Flask(__name__)
app.secret_key = os.environ['COOKIE_SECRET']
app.config.update(SESSION_COOKIE_SAMESITE='Lax', SESSION_COOKIE_SECURE=BASE_URL.startswith('https:'))

portico = OAuth(app).register(
    'portico',
    **CLIENT,
    server_metadata_url=f'{ISSUER}/.well-known/openid-configuration',
    client_kwargs={
        'scope': 'openid profile email offline_access',
        'code_challenge_method': 'S256',
        'token_endpoint_auth_method': 'client_secret_basic',
    },
)

# The cookie of Flask is signed, not encrypted: tokens stay on the server. Use your database.
tokens = {}


def as_client():
    return OAuth2Session(**CLIENT, token_endpoint_auth_method='client_secret_basic')


@app.get('/')
def home():
    if session.get('id') not in tokens:
        # With the scope "openid", Authlib makes and checks the nonce by itself.
        return portico.authorize_redirect(f'{BASE_URL}/callback')
    citizen = tokens[session['id']]['userinfo']
    return f'Hello {citizen["name"]}, your subject is {citizen["sub"]}'


@app.get('/callback')
def callback():
    token = portico.authorize_access_token()
    if token['userinfo'].get('email_verified') is not True:
        abort(403)
    session.clear()
    session['id'] = secrets.token_urlsafe()
    tokens[session['id']] = token
    return redirect('/')


@app.get('/refresh')
def refresh():
    old = tokens[session['id']]
    endpoint = portico.load_server_metadata()['token_endpoint']
    new = as_client().refresh_token(endpoint, refresh_token=old['refresh_token'])
    tokens[session['id']] = {**old, **new}
    return 'refreshed'


@app.get('/check')
def check():
    endpoint = portico.load_server_metadata()['introspection_endpoint']
    answer = as_client().introspect_token(endpoint, token=tokens[session['id']]['access_token'])
    answer.raise_for_status()
    return {'active': answer.json()['active']}


if __name__ == '__main__':
    app.run(port=int(os.environ['PORT']))
