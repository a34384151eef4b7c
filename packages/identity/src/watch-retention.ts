import { type Awaits, findOverdue } from './audit/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import { gauge, type Metric } from './platform/metric.ts'
import type { Database } from './platform/postgres/database.ts'

const EVERY_MILLISECONDS = 10 * 60 * 1_000

const MEND = {
  'not-exported': 'run portico audit export DIR',
  'events-came-late': 'run portico audit export DIR --day, with another folder',
  'not-delivered': 'see portico audit deliveries',
} as const

/**
 * Looks every ten minutes whether an event is older than the operator wants, because its day was not exported or has events that came
 * late. The log says which day and what to do, and the metric lets an alert watch it. A look that the database did not answer says
 * nothing of that: a day that was overdue stays so, "none" is no longer said, and the age of the last answer grows.
 */
export function watchRetention(
  {
    reads,
    clock,
    log,
    awaits,
  }: Pick<Foundation, 'clock' | 'log'> & { readonly reads: Database; readonly awaits: Awaits },
  retentionDays: number,
): Repeating & { look(): Promise<void>; readonly metrics: readonly Metric[] } {
  let isOverdue: boolean | undefined
  let answeredAt = clock.now()
  const look = async () => {
    isOverdue = isOverdue || undefined
    const overdue = await findOverdue({ db: reads, awaits }, clock.now(), retentionDays)
    isOverdue = overdue !== undefined
    answeredAt = clock.now()
    if (!overdue) return
    const { day, because } = overdue
    log.warn('audit-overdue', {
      'portico.day': day,
      'error.message': `${because}: ${MEND[because]}`,
      'portico.setting': 'PORTICO_AUDIT_RETENTION_DAYS',
    })
  }
  const repeating = repeat(log, {
    name: 'audit-retention',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      await look()
      return 'done'
    },
  })
  const overdueMetric = gauge(
    'portico_audit_overdue',
    'Whether events are older than PORTICO_AUDIT_RETENTION_DAYS and cannot be deleted: 1 or 0. No value while that is not known.',
    () => (isOverdue === undefined ? undefined : Number(isOverdue)),
  )
  const ageMetric = gauge(
    'portico_audit_look_age_seconds',
    'How long ago the database last said whether events are overdue, or this process started.',
    () => Math.max(0, clock.now() - answeredAt),
  )
  return { ...repeating, look, metrics: [overdueMetric, ageMetric] }
}
