import type { AccountAdapter } from '../src/accounts.ts'
import type { ProgramSsoConfig } from '../src/config.ts'
import { createProgramSso } from '../src/create.ts'
import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../src/platform/index.ts'
import type { ProgramEvent, ProgramSso } from '../src/program-sso.ts'
import type { SsoStore } from '../src/store/index.ts'
import {
  type FakeClock,
  type FakeIdentity,
  fakeClock,
  fakeIdentity,
  type MemoryAccount,
  memoryAccounts,
  memoryStore,
  testConfig,
} from '../src/testing/index.ts'

/** A program under test, and the parts that it was made of. */
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
  another(changes?: Partial<ProgramSsoConfig<MemoryAccount>>): ProgramSso<MemoryAccount>
}

/** The parts of a request. */
export interface AskOptions {
  readonly body?: unknown
  readonly bearer?: string
  readonly headers?: Record<string, string>
  readonly ip?: string
}

/** The program's address. */
export const BASE = 'https://permits.example.test'

/** Makes a program, with changes to its configuration. */
export function testProgram(
  changes: Partial<ProgramSsoConfig<MemoryAccount>> & {
    legacy?: NonNullable<AccountAdapter<MemoryAccount>['legacy']>
    clock?: FakeClock
  } = {},
): TestProgram {
  const clock = changes.clock ?? fakeClock()
  const identity = fakeIdentity({ clock })
  const store: SsoStore = memoryStore({ clock }) as SsoStore
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
    another: (others = {}) => createProgramSso({ ...config, ...others }),
    ask: (method, path, options = {}) => askOf(sso, method, path, options),
  }
}

/** Sends a request to an instance of the program. */
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
  const response = await sso.handle(request, options.ip === undefined ? {} : { ip: options.ip })
  if (!response) throw new Error(`${path} is not a path of the program side`)
  return response
}

/** The status and the code of a response, such as `401 handoff_invalid`. */
export async function outcome(response: Response): Promise<string> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return body.code === undefined ? String(response.status) : `${response.status} ${body.code}`
}

/** A verifier and its challenge. */
export async function proof(): Promise<{ verifier: string; challenge: string }> {
  const verifier = bytesToBase64Url(systemRandom.bytes(32))
  return { verifier, challenge: await sha256Base64Url(verifier) }
}

/** Begins a sign-in. Returns the authorization URL and the verifier. */
export async function beginSignIn(
  program: TestProgram,
  options: { link?: string } = {},
): Promise<{ url: string; verifier: string }> {
  const { verifier, challenge } = await proof()
  const link = options.link === undefined ? {} : { link: true }
  const body = { return_uri: `${BASE}/signed-in`, code_challenge: challenge, ...link }
  const bearer = options.link === undefined ? {} : { bearer: options.link }
  const response = await program.ask('POST', 'begin/', { body, ...bearer })
  const json = (await response.json()) as { authorization_url: string }
  if (response.status !== 200) throw new Error(`begin ${response.status} ${JSON.stringify(json)}`)
  return { url: json.authorization_url, verifier }
}

/** Opens a callback address. Returns what the app gets: the code or the error, the status and the redirect address. */
export async function openCallback(
  program: TestProgram,
  callbackUrl: string,
): Promise<{ code: string | null; error: string | null; status: number; location: string }> {
  const response = await program.sso.handle(new Request(callbackUrl))
  const location = response?.headers.get('location') ?? ''
  const query = URL.canParse(location) ? new URL(location).searchParams : new URLSearchParams()
  return {
    code: query.get('sso_code'),
    error: query.get('sso_error'),
    status: response?.status ?? 0,
    location,
  }
}

/** A program whose centre keeps the answers to its codes until `release`. `asked` resolves when the first code has come. */
export function lateProgram(changes: Parameters<typeof testProgram>[0] = {}) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const program: TestProgram = testProgram({
    ...changes,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).pathname === '/o/token/') {
        asked.resolve()
        await released.promise
      }
      return program.identity.fetch(request)
    },
  })
  return { program, asked: asked.promise, release: released.resolve }
}

/** Moves the clock until the work is done. */
export async function patiently<T>({ clock }: Pick<TestProgram, 'clock'>, work: Promise<T>): Promise<T> {
  const state = { isOver: false }
  const end = work.finally(() => (state.isOver = true))
  while (!state.isOver) await clock.advance(10)
  return end
}
