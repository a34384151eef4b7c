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
@login_required(login_url="/api/v1/sso/login?return_to=/permits/")
def permits(request):
    """Only for citizens. An old account may open it until it is connected."""
    return render(request, "permits.html")
