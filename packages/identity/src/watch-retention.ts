import { findOverdue } from './audit/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import { gauge, type Metric } from './platform/metric.ts'

const EVERY_MILLISECONDS = 10 * 60 * 1_000

const MEND = {
  'not-exported': 'run portico audit export DIR',
  'events-came-late': 'run portico audit export DIR --day, with another folder',
} as const

/**
 * Looks every ten minutes whether an event is older than the operator wants, because its day was not exported or has events that came
 * late. The log says which day and what to do, and the metric lets an alert watch it.
 */
export function watchRetention(
  { reads, clock, log }: Pick<Foundation, 'reads' | 'clock' | 'log'>,
  retentionDays: number,
): Repeating & { look(): Promise<void>; readonly metrics: readonly Metric[] } {
  let isOverdue = false
  const look = async () => {
    const overdue = await findOverdue({ db: reads }, clock.now(), retentionDays)
    isOverdue = overdue !== undefined
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
  const metric = gauge(
    'portico_audit_overdue',
    'Whether events are older than PORTICO_AUDIT_RETENTION_DAYS and cannot be deleted: 1 or 0.',
    () => Number(isOverdue),
  )
  return { ...repeating, look, metrics: [metric] }
}
