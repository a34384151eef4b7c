import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signIn } from '../../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../../packages/identity/testing/test-browser.ts'
import { freePort } from '../../../packages/identity/testing/test-service.ts'
import type { Siege } from '../stage.ts'
import type { SiegeDatabase } from './postgres-ground.ts'
import { jsonShot, type Shot } from './salvo.ts'
import type { Town } from './town.ts'

const CHILD = fileURLToPath(new URL('./permits-process.ts', import.meta.url))

/** What a program's API answered. */
export interface Told {
  readonly status: number
  readonly location: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** A handoff on its way, with the app's proof. */
export interface Handoff {
  readonly code: string
  readonly error: string
  readonly verifier: string
}

/** Two processes of one program on one database, behind one address. */
export interface Permits {
  readonly database: SiegeDatabase
  readonly ports: readonly number[]
  /** Everything that whoever set it up keeps from others. */
  readonly secrets: Readonly<Record<'client secret' | 'Basic credentials' | 'encryption key', string>>
  /** What both processes have said on either stream. */
  output(): string
  ask(process: number, path: string, options?: { body?: unknown; bearer?: string }): Promise<Told>
  /** From begin to the browser's way back: gives the callback's path. */
  authorize(
    browser: TestBrowser,
    options?: { process?: number; bearer?: string },
  ): Promise<{ readonly callback: string; readonly verifier: string }>
  /** Lets the browser come back to a process. */
  land(process: number, way: { readonly callback: string; readonly verifier: string }): Promise<Handoff>
}

/** Starts both processes; they end with the stage. */
export async function openPermits(siege: Siege, town: Town): Promise<Permits> {
  const database = await siege.ground.createDatabase('template1')
  siege.closings.add(() => database.drop())
  const ports = [await freePort(), await freePort()]
  const url = `http://localhost:${ports[0]}`
  const client = await town.newProgram({
    redirectUris: [`${url}/api/v1/sso/callback/`],
    confirmation: 'skip-first-time',
  })
  const encryptionKey = randomBytes(32).toString('base64')
  const environment = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    SSO_IDENTITY_URL: town.at(0).environment['PORTICO_BASE_URL'],
    SSO_CLIENT_ID: client.clientId,
    SSO_CLIENT_SECRET: client.secret,
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${encryptionKey}`,
    PERMITS_DATABASE_URL: database.url,
  }
  const said: string[] = []
  // One after the other: the first makes the tables.
  for (const port of ports) {
    const child = fork(CHILD, { env: { ...environment, PERMITS_PORT: String(port) }, silent: true })
    siege.closings.add(() => ended(child))
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
    await ready(child, said)
  }
  const ask: Permits['ask'] = (process, path, options) => askAt(ports[process] ?? 0, path, options)
  return {
    database,
    ports,
    secrets: {
      'client secret': client.secret,
      'Basic credentials': client.basic.slice('Basic '.length),
      'encryption key': encryptionKey,
    },
    output: () => said.join(''),
    ask,
    async authorize(browser, { process = 0, bearer } = {}) {
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const body = {
        return_uri: `${url}/signed-in`,
        code_challenge: challenge,
        ...(bearer !== undefined && { link: true }),
      }
      const begun = await ask(process, '/api/v1/sso/begin/', {
        body,
        ...(bearer !== undefined && { bearer }),
      })
      if (begun.status !== 200)
        throw new Error(`begin answered ${begun.status} ${JSON.stringify(begun.body)}`)
      let page = await browser.get(String(begun.body['authorization_url']))
      if (page.status === 200) page = await browser.submit(page, {}, { button: 'Continue' })
      const back = new URL(page.location ?? '')
      return { callback: back.pathname + back.search, verifier }
    },
    async land(process, { callback, verifier }) {
      const { location = '' } = await ask(process, callback)
      const { searchParams } = new URL(location)
      return {
        verifier,
        code: searchParams.get('sso_code') ?? '',
        error: searchParams.get('sso_error') ?? '',
      }
    },
  }
}

/** A browser in which this citizen is signed in centrally. */
export async function signedIn(town: Town, citizen: Parameters<typeof signIn>[1]): Promise<TestBrowser> {
  const browser = town.at(0).browser()
  await signIn(browser, citizen)
  return browser
}

/** The app's request for its tokens. */
export function exchangeShot({ code, verifier }: Handoff): Shot {
  return jsonShot('/api/v1/sso/exchange/', { code, code_verifier: verifier })
}

async function ready(child: ChildProcess, said: readonly string[]): Promise<void> {
  const failed = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The program ended: ${said.join('')}`)),
  )
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function askAt(
  port: number,
  path: string,
  { body, bearer }: { body?: unknown; bearer?: string } = {},
): Promise<Told> {
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual', ...sent })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? undefined,
    body: isJson ? (JSON.parse(text) as Told['body']) : {},
  }
}
