from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class Citizens(OIDCAuthenticationBackend):
    def verify_token(self, token, **kwargs):
        claims = super().verify_token(token, **kwargs)
        # The library looks at the signature, the time and the nonce only.
        if (claims['iss'], claims['aud']) != (settings.ISSUER, settings.OIDC_RP_CLIENT_ID):
            raise SuspiciousOperation('The ID token is of another issuer, or for another client.')
        return claims

    def get_userinfo(self, access_token, id_token, payload):
        claims = super().get_userinfo(access_token, id_token, payload)
        if claims['sub'] != payload['sub']:
            raise SuspiciousOperation('userinfo is about somebody else.')
        return claims

    def verify_claims(self, claims):
        return claims.get('email_verified') is True

    def filter_users_by_claims(self, claims):
        # By itself, the library looks for the e-mail address.
        return self.UserModel.objects.filter(username=claims['sub'])

    def create_user(self, claims):
        user = self.UserModel(username=claims['sub'])
        user.set_unusable_password()
        return self.update_user(user, claims)

    def update_user(self, user, claims):
        user.first_name, user.email = claims['name'][:150], claims['email']
        user.save()
        return user
