"""A site for one browser, in front of the functions of the recipe for pyoidc."""

import os
import sys
import traceback
from http.server import BaseHTTPRequestHandler, HTTPServer

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ['RECIPE'])
import pyoidc_client as recipe  # noqa: E402

session = {}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition('?')
        try:
            status, headers, body = self.page(path, query)
        except Exception:
            traceback.print_exc()
            status, headers, body = 500, {}, 'The sign-in did not work.'
        self.send_response(status)
        for name, value in {'content-type': 'text/plain; charset=utf-8', **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def page(self, path, query):
        if path == '/callback':
            _, session['claims'] = recipe.finish(query, session.pop('kept'))
            return 303, {'location': '/'}, ''
        if 'claims' in session:
            claims = session['claims']
            return 200, {}, f'Hello {claims["name"]}, your subject is {claims["sub"]}'
        address, session['kept'] = recipe.begin()
        return 303, {'location': address}, ''


HTTPServer(('127.0.0.1', int(os.environ['PORT'])), Site).serve_forever()
