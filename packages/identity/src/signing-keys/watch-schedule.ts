import type { Foundation } from '../platform/foundation.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import { gauge, type Metric } from '../platform/metric.ts'
import { type KeyNeeds, rotateWhenDue } from './rotate-signing-keys.ts'

const EVERY_MILLISECONDS = 10 * 60 * 1_000

/**
 * Looks every ten minutes whether the newest key is older than the schedule allows, and then makes the next one. Every process looks, and one makes it.
 */
export function watchSchedule(
  needs: KeyNeeds & Pick<Foundation, 'log'>,
  days: number,
): Repeating & { look(): Promise<void>; readonly metrics: readonly Metric[] } {
  const look = async () => {
    const kid = await rotateWhenDue(needs, days)
    if (kid !== undefined) needs.log.info('signing-key-announced', { 'portico.kid': kid })
  }
  const repeating = repeat(needs.log, {
    name: 'signing-keys',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      await look()
      return 'done'
    },
  })
  const schedule = gauge(
    'portico_signing_key_schedule_seconds',
    'The age of the newest signing key at which the next one is made. No value without a schedule.',
    () => days * 86_400,
  )
  return { ...repeating, look, metrics: [schedule] }
}
