import html
import os
from urllib.parse import unquote

from flask import Flask, abort, request

app = Flask(__name__)


def citizen():
    """The subject of the citizen, or None for a visitor. The gate alone can send these headers."""
    return request.headers.get('X-Portico-Subject')


@app.get('/')
def start():
    if citizen() is None:
        return '<a href="/api/v1/sso/login?return_to=/permits">Sign in</a>'
    name = unquote(request.headers.get('X-Portico-Name', ''))
    return f'Hello {html.escape(name)}. <a href="/permits">Your permits</a>'


@app.get('/permits')
def permits():
    subject = citizen() or abort(401)
    return (
        f'<main>Permits of {html.escape(subject)} '
        '<form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form></main>'
    )


if __name__ == '__main__':
    app.run('127.0.0.1', int(os.environ.get('PORT', '8000')))
