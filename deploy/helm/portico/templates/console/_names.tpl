{{- define "portico.console.name" -}}
{{ include "portico.name" . }}-console
{{- end }}

{{/* Another name than that of the service: what selects the service's pods, such as its NetworkPolicy, selects none of the console's. */}}
{{- define "portico.console.selector" -}}
app.kubernetes.io/name: portico-console
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "portico.console.labels" -}}
{{ include "portico.console.selector" . }}
{{ include "portico.release" . }}
{{- end }}
