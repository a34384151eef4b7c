from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from . import views

urlpatterns = [
    path("", views.home),
    path("permits/", views.permits),
    path("old-sign-in/", LoginView.as_view(template_name="old-sign-in.html")),
    path("old-sign-out/", LogoutView.as_view(next_page="/")),
]
