from django.conf import settings
from django.db import models


class CentralAccount(models.Model):
    """Says which citizen of the identity service a user is. The user keeps its id, its groups and its permissions."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    # For display only. Another citizen may have the address later.
    name = models.CharField(max_length=255, blank=True)
    email = models.EmailField(max_length=320, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="one_user_a_citizen")]
