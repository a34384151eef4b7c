from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from . import portico, views

urlpatterns = [
    path("", views.home),
    path("permits/", views.permits),
    path("sign-in-problem/", views.sign_in_problem),
    path("old-sign-in/", LoginView.as_view(template_name="old-sign-in.html")),
    path("old-sign-out/", LogoutView.as_view(next_page="/")),
    path("portico/hooks", portico.hooks),
]
