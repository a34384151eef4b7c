import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type CheckedRequest, getRequest, jsonRequest } from '../../../../journeys/kit/http/request.ts'
import { crossSiteGet, newVerifier } from '../../../../journeys/kit/oauth-requests.ts'
import { createDatabase, withClient } from '../../../../journeys/kit/postgres-server.ts'
import { freePort } from '../../../../packages/identity/testing/free-port.ts'
import type { Testbed } from '../../testbed.ts'
import type { Candidate, Server } from '../candidate.ts'
import { startPortico } from '../portico.ts'
import { addPeople, addTrustedProgram, type BenchCitizen } from '../portico-people.ts'
import { forEach, round } from '../provider-load.ts'
import { startServer } from '../start-server.ts'
import { oauth2ProxyCandidate, startOauth2Proxy } from './oauth2-proxy.ts'

/** The settings of the bench's program. */
export interface ProgramSettings {
  readonly port: number
  readonly databaseUrl: string
  readonly identityUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** 32 bytes in base64. */
  readonly encryptionKey: string
}

/** The names of the open route, of the guarded one, and of the guarded one with a due check at each request. */
export const [OPEN, FRESH, DUE] = ['unguarded', 'guarded, check fresh', 'guarded, check due'] as const

/** The name of the gate's answer to a proxy that asks about a request with a fresh check. */
export const GATE = 'gate, check fresh'

/** The settings of the bench's gate. */
export interface GateSettings {
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
}

/** The path of the open route. */
export const OPEN_PATH = '/open'

/** The path of the guarded route. */
export const GUARDED_PATH = '/guarded'

const PROGRAM = fileURLToPath(new URL('./program-process.ts', import.meta.url))
const GATE_FILE = fileURLToPath(new URL('./gate-process.ts', import.meta.url))
const DATABASE = 'program'
const SSO_PATH = '/api/v1/sso/'

/** Older than any valid check. */
const DUE_SECONDS = 31

/** What is made ready. */
export interface ProgramWanted {
  readonly people: number
  readonly sessions: number
}

/** A session at the program, with its citizen. */
export interface ProgramSession {
  readonly email: string
  readonly accessToken: string
}

/** A program with sessions, and its identity service. */
export type GuardedProgram = Awaited<ReturnType<typeof startGuardedProgram>>

/** Starts both and signs citizens in. The program has the core of the measured server, the identity service the other one. */
export async function startGuardedProgram(testbed: Testbed, wanted: ProgramWanted) {
  const { postgres, say } = testbed
  const identityDatabase = await createDatabase(postgres, 'portico_program')
  const onCore = (command: readonly string[]) => command
  const identity = await startPortico(testbed, identityDatabase, { onCore })
  const people = await addPeople(identity.db, wanted.people)
  const { server, settings } = await startProgram(testbed, identity)
  const gate = await startBenchGate(testbed, server.port, settings)
  say(`signing citizens in at the program ${wanted.sessions} times`)
  const oauth2Proxy = await startOauth2Proxy(testbed, identity, people)
  const ports = { program: server.port, identity: identity.port }
  const sessions = await signIn(round(people, wanted.sessions), ports)
  return {
    ...{ server, gate, oauth2Proxy, sessions, metricsPort: identity.metricsPort },
    /** Sets the last check of every session to this many seconds ago. */
    async checkedAgo(seconds: number) {
      const statement =
        'update sso.sessions set central_checked_at = now() - make_interval(secs => $1), lease_until = null'
      await withClient(postgres, DATABASE, (client) => client.query(statement, [seconds]))
    },
  }
}

async function startProgram(
  testbed: Testbed,
  { db, port }: Awaited<ReturnType<typeof startPortico>>,
): Promise<{ readonly server: Server; readonly settings: Omit<ProgramSettings, 'port'> }> {
  const databaseUrl = await createDatabase(testbed.postgres, DATABASE)
  const ownPort = await freePort()
  const client = await addTrustedProgram(db, [`http://localhost:${ownPort}${SSO_PATH}callback/`])
  const settings = {
    databaseUrl,
    identityUrl: `http://localhost:${port}`,
    clientId: client.clientId,
    clientSecret: client.secret,
    encryptionKey: randomBytes(32).toString('base64'),
  }
  const about = { name: 'program', file: PROGRAM, port: ownPort, path: OPEN_PATH, settings }
  return { server: await startServer<ProgramSettings>(testbed, about), settings }
}

/** Starts a gate for the same address, on the same database: the sessions of the program are its sessions. */
function startBenchGate(
  testbed: Testbed,
  programPort: number,
  settings: Omit<ProgramSettings, 'port'>,
): Promise<Server> {
  const environment = {
    SSO_IDENTITY_URL: settings.identityUrl,
    SSO_CLIENT_ID: settings.clientId,
    SSO_CLIENT_SECRET: settings.clientSecret,
    SSO_PROGRAM_URL: `http://localhost:${programPort}`,
    SSO_ENCRYPTION_KEYS: `bench:${settings.encryptionKey}`,
    SSO_TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: settings.databaseUrl,
    GATE_PROXY: 'nginx',
  }
  const about = { name: 'gate', file: GATE_FILE, path: '/gate/jwks.json', settings: { environment } }
  return startServer<GateSettings>(testbed, about)
}

/** Signs citizens in at the program: begin, authorize, callback, exchange. */
function signIn(
  people: readonly BenchCitizen[],
  ports: { readonly program: number; readonly identity: number },
): Promise<readonly ProgramSession[]> {
  const { verifier, challenge } = newVerifier()
  const ask = (path: string, body: object): CheckedRequest => ({
    ...jsonRequest(SSO_PATH + path, body),
    ...{ status: 200, contains: '' },
  })
  const begin = ask('begin/', { return_uri: returnUriOf(ports.program), code_challenge: challenge })
  return forEach(people, async (send, { email, cookie }) => {
    const { authorization_url: url } = (await send(ports.program, begin)).json<{
      authorization_url: string
    }>()
    const back = await send(ports.identity, crossSiteGet(pathOf(url), cookie))
    const landed = await send(ports.program, crossSiteGet(pathOf(back.headers['location']), ''))
    const code = new URL(landed.headers['location'] ?? '').searchParams.get('sso_code')
    const exchanged = await send(ports.program, ask('exchange/', { code, code_verifier: verifier }))
    return { email, accessToken: exchanged.json<{ access_token: string }>().access_token }
  })
}

/** The return address of the program's app. */
export function returnUriOf(port: number): string {
  return `http://localhost:${port}/signed-in`
}

function pathOf(url = ''): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * The same route without a guard, with a guard and a fresh check, and with a guard and a due check at every request; and
 * the gate's answer to a proxy, with a fresh check. Beside it, that of oauth2-proxy, where there is one.
 */
export function guardedCandidates({
  server,
  gate,
  oauth2Proxy,
  sessions,
  checkedAgo,
}: GuardedProgram): readonly Candidate[] {
  const of = (name: string, prepare: Candidate['prepare']): Candidate => ({
    ...{ name, server, operations: ['guarded-route'], prepare },
  })
  const open = sessions.map((session) => routeRequest(OPEN_PATH, session))
  const guarded = sessions.map((session) => routeRequest(GUARDED_PATH, session))
  return [
    of(OPEN, async () => ({ kind: 'cycle', requests: open })),
    of(FRESH, async () => {
      await checkedAgo(0)
      return { kind: 'cycle', requests: guarded }
    }),
    of(DUE, async () => {
      await checkedAgo(DUE_SECONDS)
      // Each session once, because only the first request finds the check due.
      return { kind: 'once', requests: guarded }
    }),
    {
      ...{ name: GATE, server: gate, operations: ['guarded-route'] },
      async prepare() {
        await checkedAgo(0)
        return { kind: 'cycle', requests: sessions.map((session) => gateRequest(server, session)) }
      },
    },
    ...(oauth2Proxy ? [oauth2ProxyCandidate(oauth2Proxy)] : []),
  ]
}

/** A request of a citizen's app. The answer of the guarded route must contain the program's data of this citizen. */
export function routeRequest(path: string, { accessToken, email }: ProgramSession): CheckedRequest {
  const contains = path === GUARDED_PATH ? `{"email":"${email}"}` : '{"email":"'
  return { ...getRequest(path, { authorization: `Bearer ${accessToken}` }), status: 200, contains }
}

/** What nginx asks about a request of a citizen's app. The answer must have a signed identity. */
function gateRequest({ port }: Server, { accessToken }: ProgramSession): CheckedRequest {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-original-method': 'GET',
    'x-original-uri': GUARDED_PATH,
    'x-original-host': `localhost:${port}`,
  }
  return { ...getRequest('/gate/auth', headers), status: 200, contains: 'x-portico-identity: eyJ' }
}
