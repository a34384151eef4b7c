import type { Foundation } from '../platform/foundation.ts'
import type { DatabasePool, PoolOptions } from '../platform/postgres/connect.ts'
import type { Forwarder } from './forward-round.ts'
import { syslogSender } from './send-syslog.ts'
import { webhookSender } from './send-webhook.ts'
import type { ForwardSettings } from './settings.ts'
import { watchForward } from './watch-forward.ts'

/** What forwarding needs of the process that it runs in. */
export interface BesideNeeds extends Pick<Foundation, 'clock' | 'random' | 'log'>, ForwardSettings {
  /** Opens a pool, which is closed with the service. */
  openPool(options: Pick<PoolOptions, 'connections' | 'access' | 'deadlineMilliseconds'>): DatabasePool
}

/** Less than a lease. */
const SEND_MILLISECONDS = 15_000
const DATABASE_MILLISECONDS = 10_000

/** Forwards over a connection of its own. */
export function forwardAudit({ clock, random, log, openPool, ...settings }: BesideNeeds) {
  const db = openPool({ connections: 1, access: 'any', deadlineMilliseconds: DATABASE_MILLISECONDS })
  return watchForward({ db, clock, random, log }, forwardersOf(settings))
}

function forwardersOf({ baseUrl, auditDestinations }: ForwardSettings): readonly Forwarder[] {
  const { syslog, webhook } = auditDestinations
  const milliseconds = SEND_MILLISECONDS
  const { hostname: host } = new URL(baseUrl)
  return [
    ...(syslog ? [{ name: 'syslog' as const, send: syslogSender(syslog, { host, milliseconds }) }] : []),
    ...(webhook ? [{ name: 'webhook' as const, send: webhookSender(webhook, { milliseconds }) }] : []),
  ]
}
