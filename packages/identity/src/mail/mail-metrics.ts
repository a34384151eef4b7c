import type { Clock } from '../platform/clock.ts'
import { gauge, type Metric, singleValue } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Negotiated } from './negotiated.ts'
import { findWaitingLetters } from './outbox-store.ts'

interface MailMetricsNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly isOpen: () => boolean
  /** What the last probe that succeeded says of the connection. */
  readonly negotiated: () => Negotiated | undefined
}

/** The mail server as this process sees it, and the outbox that all processes share. */
export function mailMetrics({ db, clock, isOpen, negotiated }: MailMetricsNeeds): readonly Metric[] {
  return [
    gauge('portico_mail_up', 'Whether the mail server takes mail: 1 or 0.', () => (isOpen() ? 1 : 0)),
    gauge(
      'portico_mail_certificate_expiry_timestamp_seconds',
      'When the certificate of the mail server ends, in Unix time.',
      () => certificateEnd(negotiated()),
    ),
    {
      name: 'portico_outbox_letters',
      help: 'Letters that wait in the outbox.',
      kind: 'gauge',
      read: async () => singleValue((await findWaitingLetters(db))?.letters),
    },
    {
      name: 'portico_outbox_oldest_age_seconds',
      help: 'Age of the oldest letter in the outbox; 0 where none waits.',
      kind: 'gauge',
      read: async () => {
        const oldest = (await findWaitingLetters(db))?.oldestCreatedAt
        return [{ value: oldest === undefined || oldest === null ? 0 : Math.max(0, clock.now() - oldest) }]
      },
    },
  ]
}

function certificateEnd(negotiated: Negotiated | undefined): number | undefined {
  if (negotiated?.kind !== 'tls') return undefined
  const end = Date.parse(negotiated.certificate.validUntil)
  return Number.isNaN(end) ? undefined : end / 1000
}
