import type { Person } from '../../../journeys/kit/oauth-requests.ts'
import { SESSION_COOKIE, startSession } from '../../../packages/identity/src/access/index.ts'
import type { DatabasePool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import { systemClock } from '../../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../../packages/identity/src/platform/system-random.ts'
import { addCitizen, addProgram, hashAtServiceCost } from '../../../packages/identity/testing/people.ts'

/** A citizen's address. */
export interface Named {
  readonly email: string
}

/** A citizen of the bench, who is signed in. */
export type BenchCitizen = Person & Named

/** The database of a service, the clock and randomness. */
const foundationOf = (db: DatabasePool) => ({ foundation: { db, clock: systemClock, random: systemRandom } })

/** Registers the program of the bench: without a confirmation page and without limits of its own. */
export async function addTrustedProgram(db: DatabasePool, redirectUris?: readonly string[]) {
  const program = await addProgram(foundationOf(db), {
    ...(redirectUris && { redirectUris }),
    confirmation: 'skip-first-time',
    tokenLimitPerMinute: null,
    introspectionLimitPerMinute: null,
  })
  return { ...program, scope: program.client.scope }
}

/** Writes this many citizens, each with a session, with the service's own code. */
export async function addPeople(db: DatabasePool, count: number): Promise<readonly BenchCitizen[]> {
  const browser = {
    cookieValue: undefined,
    address: '127.0.0.1',
    userAgent: 'bench',
    proof: 'password' as const,
    trustedSince: null,
  }
  const passwordHash = await hashAtServiceCost()
  const people: BenchCitizen[] = []
  for (let index = 0; index < count; index += 1) {
    const email = `ana.${index}@example.test`
    const citizen = await addCitizen(foundationOf(db), { email, passwordHash })
    const cookie = await db.transaction(async (tx) => {
      const needs = { clock: systemClock, random: systemRandom, db: tx }
      return (await startSession(needs, citizen, browser)).cookieValue.reveal()
    })
    people.push({ subject: citizen.subject, email, cookie: `${SESSION_COOKIE}=${cookie}` })
  }
  return people
}
