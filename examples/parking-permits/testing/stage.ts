import { createHash, randomBytes } from 'node:crypto'
import { type FakeClock, type FakeIdentity, fakeClock, fakeIdentity } from '@portico/program/testing'
import { expect } from 'vitest'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import {
  addOldAccount,
  type Replacements,
  type RunningPermits,
  readConfig,
  startPermits,
} from '../server/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A response of the API. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** The running program, with a fake identity service and a fake clock. */
export interface Stage {
  readonly url: string
  readonly identity: FakeIdentity
  readonly clock: FakeClock
  readonly database: TestDatabase
  readonly permits: RunningPermits
  get(path: string, bearer?: string): Promise<ApiResponse>
  post(path: string, body: unknown, bearer?: string): Promise<ApiResponse>
  /** Signs a citizen in. Returns the access token, or the `sso_error`. */
  enter(citizen: { subject: string }, options?: { link?: string }): Promise<string>
  /** Adds an old account and signs in to it. Returns the old token. */
  openOldAccount(email: string, fullName?: string): Promise<string>
  close(): Promise<void>
}

/** The password of every old account in these tests. */
export const OLD_PASSWORD = 'the old password of a citizen'

/** Valid settings, for a program at this address. */
export function environmentFor(url: string, identity: FakeIdentity): Record<string, string> {
  return {
    NODE_ENV: 'test',
    SSO_IDENTITY_URL: identity.baseUrl,
    SSO_CLIENT_ID: identity.clientId,
    SSO_CLIENT_SECRET: identity.clientSecret,
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `https://phone.example/back ${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PERMITS_PORT: new URL(url).port,
  }
}

/** Starts the program with an empty database. `wrap` may change the responses of the identity service. */
export async function openStage(
  wrap: (identity: FakeIdentity) => typeof globalThis.fetch = ({ fetch }) => fetch,
): Promise<Stage> {
  const database = await createTestDatabase()
  const clock = fakeClock()
  const identity = fakeIdentity({ clock })
  const url = `http://localhost:${await freePort()}`
  const config = readConfig({ ...environmentFor(url, identity), PERMITS_DATABASE_URL: database.url })
  const replacements: Replacements = {
    clock,
    fetch: wrap(identity),
    throttle: false,
    logger: { log: () => undefined },
  }
  const permits = await startPermits(config, replacements)
  const ask = asker(url)
  const stage: Stage = {
    ...{ url, identity, clock, database, permits },
    get: (path, bearer) => ask(path, { bearer }),
    post: (path, body, bearer) => ask(path, { body, bearer }),
    enter: (citizen, options = {}) => enter(stage, citizen, options.link),
    async openOldAccount(email, name = 'Olga Old') {
      const fields = { email, password: OLD_PASSWORD }
      expect(await addOldAccount(database.url, { ...fields, name })).toBe('added')
      const { body } = await stage.post('/api/v1/auth/login/', fields)
      return String(body['access_token'])
    },
    async close() {
      await permits.close()
      await database.drop()
    },
  }
  return stage
}

function asker(url: string) {
  return async (
    path: string,
    { body, bearer }: { body?: unknown; bearer?: string | undefined },
  ): Promise<ApiResponse> => {
    const response = await fetch(url + path, {
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
}

async function enter(
  { url, identity, post }: Stage,
  citizen: { subject: string },
  link: string | undefined,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const wanted = { return_uri: `${url}/signed-in`, code_challenge, ...(link !== undefined && { link: true }) }
  const begun = await post('/api/v1/sso/begin/', wanted, link)
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  const callback = await identity.authorize(String(begun.body['authorization_url']), citizen)
  const redirect = await fetch(callback, { redirect: 'manual' })
  const parameters = new URL(redirect.headers.get('location') ?? '').searchParams
  const code = parameters.get('sso_code')
  if (code === null) return parameters.get('sso_error') ?? ''
  const pair = await post('/api/v1/sso/exchange/', { code, code_verifier: verifier })
  expect(pair.status, JSON.stringify(pair.body)).toBe(200)
  return String(pair.body['access_token'])
}
