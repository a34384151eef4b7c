import {
  countByHour,
  type HourlyEvents,
  namesOf,
  type OperatorOrigin,
  plusSeconds,
  recordRead,
  type UnixSeconds,
  unixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

const HOUR_SECONDS = 60 * 60
const HOURS = 24

/** What is counted, by the names of its events. */
const COUNTED = {
  signIns: ['signed-in'],
  failures: ['sign-in-failed', 'passkey-refused'],
  slowed: ['sign-in-slowed', 'sign-in-closed-to-browser'],
  registrations: ['account-created'],
  letters: [
    ...['registration-requested', 'registration-for-existing-account', 'recovery-requested'],
    ...['browser-link-requested', 'verification-requested', 'address-link-requested'],
  ],
  givenUp: ['letter-given-up'],
} as const

type Counted = keyof typeof COUNTED

/** All that is counted. */
export const KINDS_COUNTED: readonly Counted[] = namesOf(COUNTED)

/** How many there were in an hour. */
export interface HourCount {
  readonly events: number
  readonly isEstimate: boolean
}

/** An hour, and how many it had of each. */
export interface CountedHour {
  readonly hourAt: UnixSeconds
  readonly counts: Readonly<Record<Counted, HourCount>>
}

/** The last 24 hours by numbers, the oldest first. The look is in the audit. */
export async function readToday(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<readonly CountedHour[]> {
  const now = needs.clock.now()
  const newest = unixSeconds(Math.floor(now / HOUR_SECONDS) * HOUR_SECONDS)
  const hours = Array.from({ length: HOURS }, (_, index) =>
    plusSeconds(newest, (index - HOURS + 1) * HOUR_SECONDS),
  )
  const names = Object.values(COUNTED).flat()
  const found = await countByHour(needs.db, { names, since: hours[0] ?? newest, now })
  await recordRead({ ...needs, by }, { command: 'console today' })
  return hours.map((hourAt) => {
    const of = (kind: Counted) => countOf(found, hourAt, kind)
    return {
      hourAt,
      counts: {
        ...{ signIns: of('signIns'), failures: of('failures'), slowed: of('slowed') },
        ...{ registrations: of('registrations'), letters: of('letters'), givenUp: of('givenUp') },
      },
    }
  })
}

function countOf(found: readonly HourlyEvents[], hourAt: UnixSeconds, kind: Counted): HourCount {
  const names: readonly string[] = COUNTED[kind]
  const ours = found.filter((one) => one.hourAt === hourAt && names.includes(one.name))
  return {
    events: ours.reduce((sum, { events }) => sum + events, 0),
    // Where a part of an hour was not looked at, there may also be what nobody has seen.
    isEstimate: found.some((one) => one.hourAt === hourAt && one.isEstimate),
  }
}
