import type { AccountAdapter } from '../src/accounts.ts'
import type { ProgramSsoConfig } from '../src/config.ts'
import { createProgramSso } from '../src/create.ts'
import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../src/platform/index.ts'
import type { ProgramEvent, ProgramSso } from '../src/program-sso.ts'
import type { SsoStore } from '../src/store/index.ts'
import { embeddedStore } from '../src/store/memory/index.ts'
import {
  type FakeClock,
  type FakeIdentity,
  fakeClock,
  fakeIdentity,
  type MemoryAccount,
  memoryAccounts,
  testConfig,
} from '../src/testing/index.ts'

/** A program under test with everything around it. */
export interface TestProgram {
  readonly sso: ProgramSso<MemoryAccount>
  readonly identity: FakeIdentity
  readonly clock: FakeClock
  readonly store: SsoStore
  readonly accounts: ReturnType<typeof memoryAccounts>
  readonly events: ProgramEvent[]
  readonly logged: string[]
  readonly config: ProgramSsoConfig<MemoryAccount>
  /** Sends a request to `/api/v1/sso/…`. */
  ask(method: string, path: string, options?: AskOptions): Promise<Response>
  /** A second instance of the program on the same store. */
  another(): ProgramSso<MemoryAccount>
}

/** What a request carries. */
export interface AskOptions {
  readonly body?: unknown
  readonly bearer?: string
  readonly headers?: Record<string, string>
  readonly ip?: string
}

/** Where the program lives. */
export const BASE = 'https://permits.example.test'

/** Makes a program; changes go over its configuration. */
export function testProgram(
  changes: Partial<ProgramSsoConfig<MemoryAccount>> & {
    legacy?: NonNullable<AccountAdapter<MemoryAccount>['legacy']>
    clock?: FakeClock
  } = {},
): TestProgram {
  const clock = changes.clock ?? fakeClock()
  const identity = fakeIdentity({ clock })
  const store: SsoStore = embeddedStore({ clock }) as SsoStore
  const accounts = memoryAccounts()
  const events: ProgramEvent[] = []
  const logged: string[] = []
  const { legacy, ...own } = changes
  const config: ProgramSsoConfig<MemoryAccount> = {
    ...testConfig(identity),
    ...{ store, clock, fetch: identity.fetch },
    accounts: legacy ? Object.assign(accounts, { legacy }) : accounts,
    hooks: { onEvent: (event) => void events.push(event) },
    logger: { log: (_level, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`) },
    ...own,
  }
  const sso = createProgramSso(config)
  return {
    ...{ sso, identity, clock, store: config.store, accounts, events, logged, config },
    another: () => createProgramSso(config),
    ask: (method, path, options = {}) => askOf(sso, method, path, options),
  }
}

/** Sends a request to any instance. */
export async function askOf(
  sso: ProgramSso<{ id: string }>,
  method: string,
  path: string,
  options: AskOptions = {},
): Promise<Response> {
  const headers = new Headers(options.headers)
  if (options.bearer !== undefined) headers.set('authorization', `Bearer ${options.bearer}`)
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
  if (options.body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  const request = new Request(`${BASE}/api/v1/sso/${path}`, {
    method,
    headers,
    ...(options.body === undefined ? {} : { body }),
  })
  const answer = await sso.handle(request, options.ip === undefined ? {} : { ip: options.ip })
  if (!answer) throw new Error(`${path} is not ours`)
  return answer
}

/** The status and the code of an answer, such as `401 handoff_invalid`. */
export async function outcome(answer: Response): Promise<string> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return body.code === undefined ? String(answer.status) : `${answer.status} ${body.code}`
}

/** A verifier and its challenge. */
export async function proof(): Promise<{ verifier: string; challenge: string }> {
  const verifier = bytesToBase64Url(systemRandom.bytes(32))
  return { verifier, challenge: await sha256Base64Url(verifier) }
}

/** Begins a sign-in and gives the authorization URL and the verifier. */
export async function beginSignIn(
  program: TestProgram,
  options: { link?: string } = {},
): Promise<{ url: string; verifier: string }> {
  const { verifier, challenge } = await proof()
  const link = options.link === undefined ? {} : { link: true }
  const body = { return_uri: `${BASE}/signed-in`, code_challenge: challenge, ...link }
  const bearer = options.link === undefined ? {} : { bearer: options.link }
  const answer = await program.ask('POST', 'begin/', { body, ...bearer })
  const words = (await answer.json()) as { authorization_url: string }
  if (answer.status !== 200) throw new Error(`begin ${answer.status} ${JSON.stringify(words)}`)
  return { url: words.authorization_url, verifier }
}

/** Follows a callback address and gives what the app would see: `sso_code=…`, `sso_error=…` or the status. */
export async function land(
  program: TestProgram,
  callbackUrl: string,
): Promise<{ code: string | null; error: string | null; status: number; location: string }> {
  const answer = await program.sso.handle(new Request(callbackUrl))
  const location = answer?.headers.get('location') ?? ''
  const query = URL.canParse(location) ? new URL(location).searchParams : new URLSearchParams()
  return { code: query.get('sso_code'), error: query.get('sso_error'), status: answer?.status ?? 0, location }
}
