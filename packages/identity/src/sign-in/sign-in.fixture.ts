import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { type Citizen, insertCitizen } from '../citizens/index.ts'
import { createPasswordHasher, type PasswordHasher } from '../passwords/index.ts'
import { UTC } from '../platform/date-words.ts'
import { keyring } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import type { PasswordAttempt } from './prove-password.ts'
import type { SignInAttempt, SignInNeeds } from './sign-citizen-in.ts'

const PASSWORD = 'plain otter lantern canal'

/** A database, a clock, and a new citizen for each test of a sign-in. */
export interface SignInSetup {
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly needs: SignInNeeds
  readonly ada: Citizen
  passwordAttempt(password?: string): PasswordAttempt
  attempt(password?: string): SignInAttempt
  /** The real hasher; `happening` runs while it compares. */
  whileComparing(happening: () => Promise<unknown>): PasswordHasher
}

/** Sets up what all tests share; what it returns makes the setup for one of them. */
export async function openSignInSetup(): Promise<{
  database: TestDatabase
  nextSetup(): Promise<SignInSetup>
}> {
  const database = await createTestDatabase()
  const hasher = createPasswordHasher({ concurrency: 2, maxWaiting: 100 })
  const hashed = await hasher.hash(PASSWORD)
  const passwordHash = hashed.ok ? hashed.value : ''
  return { database, nextSetup: () => makeSetup({ database, hasher, passwordHash }) }
}

async function makeSetup(shared: {
  database: TestDatabase
  hasher: PasswordHasher
  passwordHash: string
}): Promise<SignInSetup> {
  const { database, hasher, passwordHash } = shared
  const clock = fakeClock()
  const ada = citizen(passwordHash, clock)
  await insertCitizen(database.db, ada)
  const origin = { actor: 'anonymous' as const, address: '192.0.2.7', requestId: 'r' }
  const passwordAttempt = (password = PASSWORD): PasswordAttempt => ({
    email: ada.email,
    password,
    deviceHash: Buffer.alloc(32),
    origin,
    purpose: 'sign-in',
  })
  return {
    database,
    clock,
    needs: {
      db: database.db,
      clock,
      random,
      keyring: keyring([Buffer.alloc(32, 1)], random),
      ...{ baseUrl: 'http://localhost:4000', serviceName: 'portico', timeZone: UTC },
      mail: { wake: () => undefined },
      secondFactor: undefined,
      afterStrongSignIn: async () => undefined,
      passwords: hasher,
    },
    ada,
    passwordAttempt,
    attempt: (password) => ({
      ...passwordAttempt(password),
      cookieValue: undefined,
      userAgent: undefined,
      language: 'en',
    }),
    whileComparing: (happening) => ({
      ...hasher,
      verify: async (known, password) => {
        const verdict = await hasher.verify(known, password)
        await happening()
        return verdict
      },
    }),
  }
}

function citizen(passwordHash: string, clock: FakeClock): Citizen {
  const citizenId = randomUuid(random)
  return {
    citizenId,
    subject: randomUuid(random),
    email: `${citizenId}@example.org`,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash,
    createdAt: clock.now(),
  }
}
