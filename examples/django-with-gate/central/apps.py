from django.apps import AppConfig


class CentralConfig(AppConfig):
    name = "central"
    default_auto_field = "django.db.models.BigAutoField"
