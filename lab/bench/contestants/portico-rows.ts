import { type Citizen, insertCitizen } from '../../../packages/identity/src/citizens/index.ts'
import { addClient } from '../../../packages/identity/src/clients/index.ts'
import { createPasswordHasher } from '../../../packages/identity/src/passwords/index.ts'
import { type DatabasePool, openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import { randomUuid } from '../../../packages/identity/src/platform/random.ts'
import { systemClock } from '../../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../../packages/identity/src/platform/system-random.ts'
import { SESSION_COOKIE, startSession } from '../../../packages/identity/src/sessions/index.ts'
import type { Person, Provider } from './provider.ts'

/** What programs ask for by default. */
export const SCOPE = 'openid profile email offline_access'

/** The password of every citizen of the bench. */
export const PASSWORD = 'a bench beside the river'

const REDIRECT_URI = 'https://permits.example.test/api/v1/sso/callback/'

/** A citizen of the bench, who is signed in. */
export interface BenchCitizen extends Person {
  readonly email: string
}

/** What was put into Portico's database. */
export interface PorticoRows {
  readonly program: Pick<Provider, 'basic' | 'clientId' | 'redirectUri'> & { readonly clientSecret: string }
  readonly people: readonly BenchCitizen[]
}

/** Writes a program and so many citizens, each with a session, through the service's own code. */
export async function preparePortico(
  databaseUrl: string,
  count: number,
  redirectUri = REDIRECT_URI,
): Promise<PorticoRows> {
  const address = { kind: 'url', url: databaseUrl } as const
  const db = openPool(address, { connections: 4, deadlineMilliseconds: 60_000, access: 'any' })
  try {
    const hash = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash(PASSWORD)
    if (!hash.ok) throw new Error('The password of the bench could not be hashed')
    const people: BenchCitizen[] = []
    for (let index = 0; index < count; index += 1) people.push(await addPerson(db, index, hash.value))
    return { program: await addProgram(db, redirectUri), people }
  } finally {
    await db.close()
  }
}

/** Registers the program that asks; trusted, so that nobody has to press a button. */
export async function addProgram(
  db: DatabasePool,
  redirectUri = REDIRECT_URI,
): Promise<PorticoRows['program']> {
  const added = await addClient(
    { db, clock: systemClock, random: systemRandom },
    {
      name: 'Parking Permits',
      redirectUris: [redirectUri],
      scope: SCOPE,
      confirmation: 'skip-first-time',
      tokenLimitPerMinute: null,
      introspectionLimitPerMinute: null,
    },
  )
  if (!added.ok) throw new Error(`The program could not be registered: ${JSON.stringify(added.refusal)}`)
  const { clientId } = added.value.client
  const clientSecret = added.value.clientSecret.reveal()
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return { clientId, clientSecret, redirectUri, basic }
}

async function addPerson(db: DatabasePool, index: number, passwordHash: string): Promise<BenchCitizen> {
  const citizen: Citizen = {
    citizenId: randomUuid(systemRandom),
    subject: randomUuid(systemRandom),
    email: `ana.${index}@example.test`,
    emailVerified: true,
    fullName: 'Ana Example',
    phoneNumber: '+34 600 000 000',
    standing: 'active',
    securityVersion: 1,
    passwordHash,
    createdAt: systemClock.now(),
  }
  const needs = { clock: systemClock, random: systemRandom }
  const browser = { cookieValue: undefined, address: '127.0.0.1', userAgent: 'bench' }
  const cookie = await db.transaction(async (tx) => {
    await insertCitizen(tx, citizen)
    return (await startSession({ ...needs, db: tx }, citizen, browser)).cookieValue.reveal()
  })
  return { subject: citizen.subject, email: citizen.email, cookie: `${SESSION_COOKIE}=${cookie}` }
}
