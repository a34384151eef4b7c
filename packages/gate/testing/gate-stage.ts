import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { type CookieBrowser, cookieBrowser, signInWith } from '../../program/testing/cookie-browser.ts'
import { BASE } from '../../program/testing/program.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { readConfig } from '../src/config.ts'
import { type RunningGate, startGate } from '../src/start-gate.ts'

/** Verifies a signed identity, as a back end does. Returns its claims. */
export async function verifyIdentity(stage: Pick<GateStage, 'ask'>, token: string): Promise<JWTPayload> {
  const keys = JSON.parse((await stage.ask({ path: '/gate/jwks.json' })).body) as JSONWebKeySet
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: BASE, audience: BASE })
  return payload
}

/** An answer as it came over the connection. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Something that is sent to a gate. */
export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  /** Whose connections are used. Without it, the request has one of its own. */
  readonly agent?: Agent
}

/** A gate with an identity service, in this process, and a browser. */
export interface GateStage {
  readonly gate: RunningGate
  readonly served: ServedIdentity
  readonly settings: Readonly<Record<string, string>>
  readonly logged: string[]
  /** The lines of the access log. */
  readonly accessed: string[]
  readonly browser: CookieBrowser
  /** Sends a request to the gate as it is. */
  ask(asked: Asked): Promise<Answered>
  /** Signs the citizen in with the browser. Returns the subject. */
  signIn(): Promise<string>
  close(): Promise<void>
}

const KEY = Buffer.alloc(32, 9).toString('base64url')

/** The settings of a gate in front of `https://permits.example.test`, which keeps its rows in this file. */
export function gateSettings(
  { identity }: ServedIdentity,
  databaseUrl: string,
): Readonly<Record<string, string>> {
  return {
    SSO_IDENTITY_URL: identity.baseUrl,
    SSO_CLIENT_ID: identity.clientId,
    SSO_CLIENT_SECRET: identity.clientSecret,
    SSO_PROGRAM_URL: BASE,
    SSO_ENCRYPTION_KEYS: `k1:${KEY}`,
    SSO_TRUSTED_PROXIES: '127.0.0.1',
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    GATE_LISTEN: '127.0.0.1:0',
    GATE_METRICS_LISTEN: '127.0.0.1:0',
  }
}

/** Starts everything. */
export async function openStage(changes: Readonly<Record<string, string>>): Promise<GateStage> {
  const served = await serveIdentity()
  const folder = await mkdtemp(join(tmpdir(), 'portico-gate-'))
  const settings = { ...gateSettings(served, `sqlite:${join(folder, 'gate.db')}`), ...changes }
  const logged: string[] = []
  const accessed: string[] = []
  const gate = await startGate(readConfig(settings), {
    log: { log: (_level, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`) },
    say: () => undefined,
    writeAccess: (line) => void accessed.push(line),
    stopping: new AbortController().signal,
  })
  if (!gate) throw new Error('the gate was told to stop')
  const ask = (asked: Asked) => send(gate.listening.port, asked)
  const browser = browserThrough(ask)
  return {
    ...{ gate, served, settings, logged, accessed, browser, ask },
    async signIn() {
      const citizen = served.identity.addCitizen({ email: 'ana@example.test', name: 'Ana Žižka' })
      await signInWith(browser, (url) => served.identity.authorize(url, citizen))
      return citizen.subject
    },
    async close() {
      await gate.close()
      await served.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A browser whose requests to the program go this way. */
export function browserThrough(ask: (asked: Asked) => Promise<Answered>): CookieBrowser {
  return cookieBrowser(async ({ url, method, headers }) => {
    const answered = await ask({ method, path: url.slice(BASE.length), headers: Object.fromEntries(headers) })
    const { status } = answered
    return new Response([204, 303].includes(status) ? null : answered.body, {
      status,
      headers: answered.headers,
    })
  })
}

/** Sends a request to a port of this machine, with exactly these headers. With `tls`, over TLS to this name. */
export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, agent }: Asked,
  tls?: string,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // An array of names and values is sent as it is, also with a name twice.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const lines = Object.entries({ host: tls ?? `127.0.0.1:${port}`, ...length, ...headers }).flatMap(
      ([name, value]) => [value].flat().flatMap((one) => [name, one]),
    )
    const options = { port, host: '127.0.0.1', method, path, headers: lines, agent: agent ?? false }
    const sent =
      tls === undefined
        ? request(options)
        : requestOverTls({ ...options, servername: tls, rejectUnauthorized: false })
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const got = new Headers()
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) got.append(name, value)
        resolve({ status: answer.statusCode ?? 0, headers: got, body: text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
