from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from .models import CentralAccount


@never_cache
def home(request):
    """Everybody may open this page."""
    is_connected = request.user.is_authenticated and CentralAccount.objects.filter(user=request.user).exists()
    return render(request, "home.html", {"is_connected": is_connected})


@never_cache
def sign_in_problem(request):
    """A sign-in that did not work (GATE_PROBLEM_PAGE). Some of these need the old password first."""
    needs_password = request.GET.get("sso_error") in ("existing_account", "old_sign_in_missing", "fresh_sign_in_required")
    return render(request, "sign-in-problem.html", {"needs_password": needs_password})


@never_cache
@login_required(login_url="/api/v1/sso/login?return_to=/permits/")
def permits(request):
    """Only for citizens: nginx lets nobody else through. Whoever has an old account connects it on the start page."""
    return render(request, "permits.html")
