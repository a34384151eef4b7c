import os

from oic import rndstr
from oic.oic import Client
from oic.oic.message import AuthorizationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

CALLBACK = f'{os.environ["BASE_URL"]}/callback'


def new_client():
    client = Client(client_id=os.environ['CLIENT_ID'], client_authn_method=CLIENT_AUTHN_METHOD)
    client.client_secret = os.environ['CLIENT_SECRET']
    client.config = {'code_challenge': {'method': 'S256', 'length': 64}}
    client.provider_config(os.environ['ISSUER'])
    return client


def begin():
    """The address to go to, and what the session of the browser keeps."""
    client = new_client()
    challenge, verifier = client.add_code_challenge()
    kept = {'state': rndstr(32), 'nonce': rndstr(32), 'verifier': verifier}
    asked = {
        'response_type': 'code',
        'scope': ['openid', 'profile', 'email', 'offline_access'],
        'redirect_uri': CALLBACK,
        'state': kept['state'],
        'nonce': kept['nonce'],
        **challenge,
    }
    request = client.construct_AuthorizationRequest(request_args=asked)
    return request.request(client.authorization_endpoint), kept


def finish(query, kept):
    """The tokens and the claims of a citizen whose address is verified. Otherwise it raises."""
    client = new_client()
    answer = client.parse_response(AuthorizationResponse, info=query, sformat='urlencoded')
    if answer.get('state') != kept['state']:
        raise ValueError('The state is another one.')
    tokens = client.do_access_token_request(
        state=kept['state'],
        request_args={'code': answer['code'], 'redirect_uri': CALLBACK, 'code_verifier': kept['verifier']},
        authn_method='client_secret_basic',
    )
    if tokens['id_token']['nonce'] != kept['nonce']:
        raise ValueError('The nonce is another one.')
    claims = client.do_user_info_request(token=tokens['access_token'], method='GET')
    if claims['sub'] != tokens['id_token']['sub'] or claims.get('email_verified') is not True:
        raise ValueError('Nobody to let in.')
    return tokens, claims
