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
  givenUp: GIVEN_UP,
} as const

/** What is counted; `limited` are pages that a limit refused, which are no events. */
type CountedKind = keyof typeof COUNTED | 'limited'

/** All that is counted. */
export const KINDS_COUNTED: readonly CountedKind[] = [...namesOf(COUNTED), 'limited']

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
  const names = Object.values(COUNTED).flat()
  const found = await countByHour(needs.db, { names, since: hours[0], now })
  const refused = await countRefusals(needs.db, { why: LIMIT_NAMES, since: hours[0], now })
  await recordRead({ ...needs, by }, { command: 'console today' })
  return hours.map((hourAt) => {
    const inHour = found.filter((one) => one.hourAt === hourAt)
    const of = (kind: keyof typeof COUNTED) => countedOf(inHour, COUNTED[kind])
    return {
      hourAt,
      counts: {
        ...{ signIns: of('signIns'), failures: of('failures'), slowed: of('slowed') },
        ...{ registrations: of('registrations'), letters: of('letters'), givenUp: of('givenUp') },
        limited: limitedIn(refused, hourAt),
      },
    }
  })
}

function limitedIn(refused: readonly HourlyRefusals[], hourAt: UnixSeconds): Counted {
  const { pages: events, isEstimate } = refused.find((one) => one.hourAt === hourAt) ?? NONE
  return { events, isEstimate }
}

const NONE = { pages: 0, isEstimate: false } as const
