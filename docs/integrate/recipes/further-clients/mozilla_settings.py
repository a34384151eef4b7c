import os

ISSUER = os.environ['ISSUER']

AUTHENTICATION_BACKENDS = ['mozilla_backend.Citizens']
OIDC_OP_AUTHORIZATION_ENDPOINT = f'{ISSUER}/o/authorize/'
OIDC_OP_TOKEN_ENDPOINT = f'{ISSUER}/o/token/'
OIDC_OP_USER_ENDPOINT = f'{ISSUER}/o/userinfo/'
OIDC_OP_JWKS_ENDPOINT = f'{ISSUER}/o/.well-known/jwks.json'
OIDC_RP_CLIENT_ID = os.environ['CLIENT_ID']
OIDC_RP_CLIENT_SECRET = os.environ['CLIENT_SECRET']
OIDC_RP_SCOPES = 'openid profile email'
OIDC_RP_SIGN_ALGO = 'RS256'
OIDC_USE_PKCE = True
OIDC_TOKEN_USE_BASIC_AUTH = True
