"""The page about the account: /portico/account. The gate sends citizens here when a sign-in did not work."""
from django.conf import settings
from django.shortcuts import render, resolve_url
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

# These need the old password first.
NEED_PASSWORD = ("existing_account", "old_sign_in_missing", "fresh_sign_in_required")


@require_safe
@never_cache
def account(request):
    error = request.GET.get("sso_error")
    needs_password = error in NEED_PASSWORD
    context = {"error": error, "needs_password": needs_password, "old_form": old_form()}
    return render(request, "central/account.html", context)


def old_form():
    """Where users with a password sign in: LOGIN_URL, or the form of the admin. None if there is no such page."""
    try:
        path = resolve_url(settings.LOGIN_URL)
        resolve(path.partition("?")[0])
        return path
    except (NoReverseMatch, Resolver404):
        pass
    try:
        return reverse("admin:login")
    except NoReverseMatch:
        return None
