import type { SyslogServer } from './send-syslog.ts'
import type { Webhook } from './send-webhook.ts'

/** Where the audit is sent, and the address of the service. */
export interface ForwardSettings {
  readonly baseUrl: string
  readonly auditDestinations: {
    readonly syslog: SyslogServer | undefined
    readonly webhook: Webhook | undefined
  }
}

/** A destination of the settings. */
export interface Named {
  readonly name: 'syslog' | 'webhook'
  /** Where it is, without the path of a webhook, which may be a secret. */
  readonly where: string
}

/** The destinations of the settings. */
export function namedDestinations({
  auditDestinations: { syslog, webhook },
}: ForwardSettings): readonly Named[] {
  return [
    ...(syslog ? [{ name: 'syslog' as const, where: placeOf(syslog) }] : []),
    ...(webhook ? [{ name: 'webhook' as const, where: new URL(webhook.url).origin }] : []),
  ]
}

function placeOf({ host, port, isTls }: SyslogServer): string {
  return `${isTls ? 'tls' : 'tcp'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
