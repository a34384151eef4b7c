from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.cache import never_cache


@never_cache
def home(request):
    """Everybody may open this page."""
    return render(request, "home.html")


@never_cache
@login_required
def permits(request):
    """Only for citizens: the gate lets nobody else through. The decorator is for a Django that is asked without it."""
    return render(request, "permits.html")
