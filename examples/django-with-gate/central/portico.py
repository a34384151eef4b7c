"""Portico: who is signed in, and the hooks that the gate asks."""
import base64
import hmac
import json
import logging
import time

import jwt
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user, get_user_model, signals
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from .models import CentralAccount
from .pages import account

User = get_user_model()
log = logging.getLogger(__name__)

# In a session: the account to which its data belongs.
OWNER = "portico_account"


class CitizenMiddleware:
    """
    Sets request.user to the account that the gate names. Without the gate's header, the old sign-in decides. It also
    answers the two addresses of this folder, so that a project needs no routes for them.
    """

    def __init__(self, get_response):
        self.get_response = get_response
        self.keys = jwt.PyJWKClient(f"{settings.PORTICO_GATE_URL}/gate/jwks.json")

    def __call__(self, request):
        if request.path_info == "/portico/hooks":
            return hooks(request)
        token, account_id = request.headers.get("x-portico-identity"), None
        if token:
            try:
                key = self.keys.get_signing_key_from_jwt(token)
                origin = settings.PORTICO_ORIGIN
                who = jwt.decode(token, key, algorithms=["ES256"], issuer=origin, audience=origin)
                user = User.objects.get(pk=who["account"], is_active=True)
                sign_in(request, user)
                account_id = str(user.pk)
            except (jwt.PyJWTError, User.DoesNotExist) as error:
                log.warning("x-portico-identity is refused: %s (is SSO_PROGRAM_URL the gate's?)", error)
                return HttpResponse("This request did not come through the gate.", status=403)
        forget_others(request.session, account_id)
        answer = account if request.path_info == "/portico/account" else self.get_response
        response = answer(request)
        if account_id and not request.session.is_empty() and request.session.get(OWNER) != account_id:
            request.session[OWNER] = account_id
        return response


def forget_others(session, account_id):
    """
    The data of a session belong to one account. Whoever uses the browser after the citizen sees none of them: the next
    citizen, and a visitor. Django's own login() does the same.
    """
    owner = session.get(OWNER) or (account_id and session.get(SESSION_KEY))
    if owner and owner != account_id:
        session.flush()


def sign_in(request, user):
    """For this request. Views that are async ask request.auser()."""

    async def auser():
        return user

    request.user, request.auser = user, auser


@require_POST
def hooks(request):
    """Answers the gate. A hook and its changes are one transaction."""
    if not is_from_gate(request):
        return JsonResponse({}, status=401)
    message = json.loads(request.body)
    hook = HOOKS.get(message["type"])
    if hook is None:
        return JsonResponse({}, status=501)
    with transaction.atomic():
        return JsonResponse(hook(message["data"]))


def is_from_gate(request):
    """The signature of Standard Webhooks: a secret, an id, a time of the last five minutes, and the body."""
    sent_at = request.headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{request.headers.get('webhook-id')}.{sent_at}.".encode() + request.body
    wanted = "v1," + base64.b64encode(hmac.digest(settings.PORTICO_HOOKS_KEY, signed, "sha256")).decode()
    given = request.headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(wanted.encode(), one.encode()) for one in given)


def load(data):
    user = User.objects.filter(pk=data["account_id"]).first()
    return {"account": {"id": str(user.pk)} if user else None}


def provision(data):
    """Makes a user, or finds the one that this citizen has. Never look for the address: it proves nothing here."""
    who = data["identity"]
    defaults = {"user": lambda: new_user(who), **shown(who)}
    account, _ = CentralAccount.objects.get_or_create(**citizen(who), defaults=defaults)
    return {"account_id": str(account.user_id)}


def new_user(who):
    """A user without a password. Add what your own user model requires, but not the citizen's address as a unique field."""
    return User.objects.create_user(**{User.USERNAME_FIELD: f"{who['subject']}@citizen.invalid"})


def signed_in(data):
    CentralAccount.objects.filter(user=data["account_id"]).update(**shown(data["identity"]))
    return {}


def email_taken(data):
    """Whether the address belongs to an old account that is not connected yet."""
    owners = User.objects.filter(**{f"{User.get_email_field_name()}__iexact": data["email"]})
    is_known = CentralAccount.objects.filter(**citizen(data)).exists()
    return {"taken": not is_known and any(owner.has_usable_password() for owner in owners)}


def old_session(data):
    key = data["cookies"].get(settings.SESSION_COOKIE_NAME)
    user = user_of(key)
    return {"session": {"id": key, "account_id": str(user.pk)} if user else None}


def old_session_state(data):
    user = user_of(data["session_id"])
    entered_at = SessionStore(data["session_id"]).get("password_entered_at", 0)
    is_open = user is not None and str(user.pk) == data["account_id"]
    return {"open": is_open, "fresh": is_open and time.time() - entered_at < 300}


def link(data):
    """Gives the user to the citizen. Without a password, Django ends the old sessions by itself."""
    user = User.objects.get(pk=data["account_id"])
    account, _ = CentralAccount.objects.get_or_create(**citizen(data["identity"]), defaults={"user": user})
    if account.user_id != user.pk:
        raise ValueError("the citizen has another account")
    user.set_unusable_password()
    user.save()
    return {}


HOOKS = {hook.__name__: hook for hook in (load, provision, signed_in, email_taken, old_session, old_session_state, link)}


def citizen(who):
    return {"issuer": who["issuer"], "subject": who["subject"]}


def shown(who):
    return {"name": who["name"] or "", "email": who["email"]}


def user_of(session_key):
    """The user of a session of Django's own sign-in, or None."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if user.is_authenticated else None


@receiver(signals.user_logged_in)
def remember_password(request, **_):
    request.session["password_entered_at"] = time.time()
