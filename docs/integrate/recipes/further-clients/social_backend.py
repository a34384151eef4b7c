from requests.auth import HTTPBasicAuth
from social_core.backends.open_id_connect import OpenIdConnectAuth


class Portico(OpenIdConnectAuth):
    name = 'oidc'
    USERNAME_KEY = 'sub'

    def auth_allowed(self, response, details):
        return response.get('email_verified') is True and super().auth_allowed(response, details)

    # By itself, the library sends the secret of a refresh in the body.
    def refresh_token_auth(self):
        return HTTPBasicAuth(*self.get_key_and_secret())

    def refresh_token_params(self, token, *args, **kwargs):
        return {'grant_type': 'refresh_token', 'refresh_token': token}
