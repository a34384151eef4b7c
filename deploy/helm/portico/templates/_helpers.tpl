{{- define "portico.labels" -}}
{{ include "portico.selector" . }}
{{ include "portico.release" . }}
{{- end }}

{{- define "portico.release" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "portico.selector" -}}
app.kubernetes.io/name: portico
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "portico.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "portico.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* What the service, the migrations and the console have in common: user and rights. */}}
{{- define "portico.pod" -}}
automountServiceAccountToken: false
# The variables that Kubernetes writes for a Service would read like settings.
enableServiceLinks: false
securityContext: {{- include "portico.podSecurityContext" . | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "portico.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "portico.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "portico.securityContext" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* What the service and the migrations have in common: settings, and secrets as files. */}}
{{- define "portico.environment" -}}
- name: PORTICO_BASE_URL
  value: {{ .Values.baseUrl | quote }}
- name: PORTICO_MAIL_FROM
  value: {{ .Values.mailFrom | quote }}
- name: PORTICO_TRUSTED_PROXIES
  value: {{ join "," .Values.trustedProxies | quote }}
- name: PORTICO_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
- name: PORTICO_DATABASE_URL_FILE
  value: /run/secrets/portico/database-url
- name: PORTICO_SECRET_KEY_FILE
  value: /run/secrets/portico/secret-key
- name: PORTICO_SMTP_URL_FILE
  value: /run/secrets/portico/smtp-url
{{- if .Values.secrets.redis }}
- name: PORTICO_REDIS_URL_FILE
  value: /run/secrets/portico/redis-url
{{- end }}
{{- if .Values.secrets.auditWebhook }}
- name: PORTICO_AUDIT_WEBHOOK_SECRET_FILE
  value: /run/secrets/portico/audit-webhook-secret
{{- end }}
{{- if .Values.secrets.keyTokenPin }}
- name: PORTICO_PKCS11_PIN_FILE
  value: /run/secrets/portico/key-token-pin
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "portico.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secrets.existingSecret }}
    defaultMode: 0440
    items:
      - { key: database-url, path: database-url }
      - { key: secret-key, path: secret-key }
      - { key: smtp-url, path: smtp-url }
      {{- if .Values.secrets.redis }}
      - { key: redis-url, path: redis-url }
      {{- end }}
      {{- if .Values.secrets.auditWebhook }}
      - { key: audit-webhook-secret, path: audit-webhook-secret }
      {{- end }}
      {{- if .Values.secrets.keyTokenPin }}
      - { key: key-token-pin, path: key-token-pin }
      {{- end }}
{{- end }}

{{/* The way in from outside, with TLS. Takes namespace, name (of the Service, too), labels, host, and the values of the ingress. */}}
{{- define "portico.ingress" -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ .name }}
  namespace: {{ .namespace }}
  labels: {{- .labels | nindent 4 }}
  {{- with .ingress.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  tls:
    - hosts: [{{ .host | quote }}]
      secretName: {{ .ingress.tlsSecret }}
  rules:
    - host: {{ .host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ .name }}
                port: { name: http }
{{- end }}
