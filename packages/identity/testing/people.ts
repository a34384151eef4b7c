import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { OrderedByOperator } from '../src/audit/index.ts'
import { type Citizen, insertCitizen } from '../src/citizens/index.ts'
import { addClient, type Client, type ClientRegistration } from '../src/clients/index.ts'
import { createPasswordHasher } from '../src/passwords/index.ts'
import { randomUuid } from '../src/platform/random.ts'
import type { TestBrowser, Visited } from './test-browser.ts'
import { TEST_ORDER } from './test-order.ts'
import type { TestService } from './test-service.ts'

/** The password of every test citizen. */
export const TEST_PASSWORD = 'plain otter lantern canal'

/** What the service makes of that password, at its own cost: for measurements. */
export async function hashAtServiceCost(): Promise<string> {
  const hashed = await createPasswordHasher({ concurrency: 1, maxWaiting: 0 }).hash(TEST_PASSWORD)
  if (!hashed.ok) throw new Error('Not hashed')
  return hashed.value
}

/**
 * A hash that is cheap to compare with: citizens of tests sign in thousands of times. The service compares at the cost that a
 * hash names, and makes its own at its own (`packages/identity/src/passwords/hasher.test.ts`).
 */
const hashed = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The parts of a service that make citizens and programs. */
type PeopleNeeds = Pick<TestService['foundation'], 'db' | 'clock' | 'random'> & Partial<OrderedByOperator>

/** Makes an account, as a registration does. */
export async function addCitizen(
  { foundation }: { readonly foundation: PeopleNeeds },
  changes: Partial<Citizen> = {},
): Promise<Citizen> {
  const { db, clock, random } = foundation
  const citizen: Citizen = {
    citizenId: randomUuid(random),
    subject: randomUuid(random),
    email: `ana.${randomBytes(5).toString('hex')}@example.test`,
    emailVerified: true,
    fullName: 'Ana Example',
    phoneNumber: '+34 600 000 000',
    language: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: await hashed,
    createdAt: clock.now(),
    ...changes,
  }
  if (!(await db.transaction((tx) => insertCitizen(tx, citizen))))
    throw new Error(`${citizen.email} is taken`)
  return citizen
}

/** A registered program, with its secret. */
export interface TestClient {
  readonly client: Client
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
  /** `Authorization: Basic …`. */
  readonly basic: string
}

/** Registers a program. */
export async function addProgram(
  { foundation }: { readonly foundation: PeopleNeeds },
  changes: Partial<ClientRegistration> = {},
): Promise<TestClient> {
  const redirectUri = changes.redirectUris?.[0] ?? 'https://permits.example.test/api/v1/sso/callback/'
  const added = await addClient(
    { by: TEST_ORDER, ...foundation },
    {
      name: 'Parking Permits',
      redirectUris: [redirectUri],
      scope: 'openid profile email offline_access',
      confirmation: 'first-time',
      tokenLimitPerMinute: 1_000_000,
      introspectionLimitPerMinute: 1_000_000,
      ...changes,
    },
  )
  if (!added.ok) throw new Error(JSON.stringify(added.refusal))
  const { client, clientSecret } = added.value
  const secret = clientSecret.reveal()
  return { client, clientId: client.clientId, secret, redirectUri, basic: basic(client.clientId, secret) }
}

/** An `Authorization` header for these credentials. */
export function basic(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
}

/** Signs a citizen in through the sign-in page. */
export async function signIn(
  browser: TestBrowser,
  citizen: Pick<Citizen, 'email'>,
  password = TEST_PASSWORD,
): Promise<void> {
  const page = await browser.get('/login/')
  const answer = await browser.submit(page, { email: citizen.email, password }, { follow: false })
  if (answer.status !== 303)
    throw new Error(`Sign-in answered ${answer.status}: ${answer.html.text.slice(0, 400)}`)
}

/** Whether an answer begins a session. */
export const isSignedIn = (answer: Visited): boolean =>
  answer.headers.getSetCookie().some((cookie) => /portico_session=[^;]+;/.test(cookie))
