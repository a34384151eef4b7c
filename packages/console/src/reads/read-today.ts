import {
  countByHour,
  countRefusals,
  type HourlyRefusals,
  LIMITS,
  namesOf,
  type OperatorOrigin,
  recordRead,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { type Counted, countedOf, GIVEN_UP, lastHours } from './last-day.ts'

/** Events of every day, by their names. */
const OFTEN = { signIns: ['signed-in'], failures: ['sign-in-failed', 'passkey-refused'] } as const

/** Events that an index has by their names, so that each is counted, whatever else the day had. */
const SELDOM = {
  slowed: ['sign-in-slowed', 'sign-in-closed-to-browser'],
  registrations: ['account-created'],
  letters: [
    ...['registration-requested', 'registration-for-existing-account', 'recovery-requested'],
    ...['browser-link-requested', 'verification-requested', 'address-link-requested'],
  ],
  givenUp: GIVEN_UP,
} as const

/** What is counted; `limited` are pages that a limit refused, which are no events. */
type CountedKind = keyof typeof OFTEN | keyof typeof SELDOM | 'limited'

/** All that is counted. */
export const KINDS_COUNTED: readonly CountedKind[] = [...namesOf(OFTEN), ...namesOf(SELDOM), 'limited']

const LIMIT_NAMES = namesOf(LIMITS)

/** An hour, and how many it had of each. */
export interface CountedHour {
  readonly hourAt: UnixSeconds
  readonly counts: Readonly<Record<CountedKind, Counted>>
}

/** The last 24 hours by numbers, the oldest first. The look is in the audit. */
export async function readToday(
  needs: Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>,
  by: OperatorOrigin,
): Promise<readonly CountedHour[]> {
  const now = needs.clock.now()
  const hours = lastHours(now)
  const when = { since: hours[0], now }
  const often = await countByHour(needs.db, { ...when, names: Object.values(OFTEN).flat() })
  const seldom = await countByHour(needs.db, { ...when, names: Object.values(SELDOM).flat() })
  const refused = await countRefusals(needs.db, { ...when, why: LIMIT_NAMES })
  await recordRead({ ...needs, by }, { command: 'console today' })
  return hours.map((hourAt) => {
    const oftenIn = often.filter((one) => one.hourAt === hourAt)
    const seldomIn = seldom.filter((one) => one.hourAt === hourAt)
    const counts = {
      signIns: countedOf(oftenIn, OFTEN.signIns),
      failures: countedOf(oftenIn, OFTEN.failures),
      slowed: countedOf(seldomIn, SELDOM.slowed),
      registrations: countedOf(seldomIn, SELDOM.registrations),
      letters: countedOf(seldomIn, SELDOM.letters),
      givenUp: countedOf(seldomIn, SELDOM.givenUp),
      limited: limitedIn(refused, hourAt),
    }
    return { hourAt, counts }
  })
}

function limitedIn(refused: readonly HourlyRefusals[], hourAt: UnixSeconds): Counted {
  const { pages: events, isEstimate } = refused.find((one) => one.hourAt === hourAt) ?? NONE
  return { events, isEstimate }
}

const NONE = { pages: 0, isEstimate: false } as const
