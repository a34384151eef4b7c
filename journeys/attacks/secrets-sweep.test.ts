import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addOldAccount,
  type RunningPermits,
  readConfig,
  startPermits,
} from '../../examples/parking-permits/server/index.ts'
import {
  createTestDatabase as createPermitsDatabase,
  type TestDatabase,
} from '../../examples/parking-permits/testing/database.ts'
import { openSession } from '../../packages/identity/src/platform/postgres/session.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { addProgram } from '../../packages/identity/testing/people.ts'
import {
  enterProgram,
  newAttempt,
  obtainCode,
  postForm,
} from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { linkIn } from '../kit/mail-server.ts'
import { finderOf, formsOf, type KnownSecret, opaqueSecret } from '../kit/secrets/secret-forms.ts'
import { dumpTables, type StoredData } from '../kit/secrets/stored-data.ts'
import { until } from '../kit/until.ts'
import { openTarget, type Target } from './target.ts'

const EMAIL = 'sweep@example.test'
const secretKey = randomBytes(32)
const encryptionKey = randomBytes(32)

/** Ends the process by an uncaught error. */
const FALL_ON_SIGNAL = "process.on('SIGUSR2',()=>setImmediate(()=>{throw(new(Error)('it-fell'))}))"

let target: Target
let metricsPort: number
let permitsDatabase: TestDatabase
let permits: RunningPermits
/** The log of the program. */
const programLog: string[] = []
/** Every used secret, by its kind. */
const secrets: KnownSecret[] = [
  { name: 'secret key', text: secretKey.toString('base64'), raw: secretKey },
  { name: 'sealing key of the program', text: encryptionKey.toString('base64'), raw: encryptionKey },
]

const note = (name: string, ...texts: readonly string[]) =>
  void secrets.push(...texts.map((text) => opaqueSecret(name, text)))
const passwordFor = (name: string) => {
  const text = `${name} ${randomBytes(12).toString('base64url')} "quoted" ä`
  secrets.push({ name: `${name} password`, text })
  return text
}

beforeAll(async () => {
  metricsPort = await freePort()
  target = await openTarget({
    PORTICO_LOG_LEVEL: 'debug',
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_SECRET_KEY: secretKey.toString('base64'),
    NODE_OPTIONS: `--import=data:text/javascript,${FALL_ON_SIGNAL}`,
  })
  permitsDatabase = await createPermitsDatabase()
  permits = await openProgram()
})
afterAll(async () => {
  await permits?.close()
  await permitsDatabase?.drop()
  await target?.close()
})

/** A program whose requests to the identity service are recorded, because they contain its central tokens. */
async function openProgram(): Promise<RunningPermits> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const client = await addProgram(target.identity.service, {
    name: 'Permits',
    redirectUris: [`${url}/api/v1/sso/callback/`],
  })
  note('client secret', client.secret, target.program.secret)
  note('Basic credentials', client.basic.slice(6), target.program.basic.slice(6))
  const config = readConfig({
    NODE_ENV: 'test',
    SSO_IDENTITY_URL: target.identity.baseUrl,
    SSO_CLIENT_ID: client.clientId,
    SSO_CLIENT_SECRET: client.secret,
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${encryptionKey.toString('base64')}`,
    PERMITS_DATABASE_URL: permitsDatabase.url,
    PERMITS_PORT: String(port),
  })
  const listening: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (String(input).endsWith('/o/token/')) {
      const form = new URLSearchParams(String(init?.body))
      const body = (await answer.clone().json()) as Record<string, string>
      note('central code at the program', form.get('code') ?? '', form.get('code_verifier') ?? '')
      note('central token at the program', body['access_token'] ?? '', body['refresh_token'] ?? '')
      note('ID token at the program', body['id_token']?.split('.')[2] ?? '')
    }
    return answer
  }
  const logger = { log: (...said: readonly unknown[]) => void programLog.push(JSON.stringify(said)) }
  return startPermits(config, { throttle: false, fetch: listening, logger })
}

/** Sends a request to the program as an app does. */
async function ask(path: string, body: object | undefined, bearer?: string) {
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(new URL(path, permits.url), { headers, redirect: 'manual', ...sent })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    body: (isJson ? await answer.json() : {}) as Readonly<Record<string, string>>,
  }
}

/** Registers, mistypes, signs in, changes the password, and recovers. At the end the browser is signed in. */
async function liveCentrally(): Promise<TestBrowser> {
  const [first, second, third] = [passwordFor('first'), passwordFor('second'), passwordFor('third')]
  const wrong = passwordFor('mistyped')
  const browser = target.identity.browser()
  const fields = { full_name: 'Ana Sweep', email: EMAIL }
  await target.post(
    '/api/v1/accounts/register/',
    JSON.stringify({ ...fields, password: wrong }),
    'application/json',
  )
  await browser.submit(await browser.get('/register/'), fields)
  await useLink(browser, /Confirm/, [wrong.slice(0, 12), first])
  const other = target.identity.browser()
  for (const password of [wrong, first])
    await other.submit(await other.get('/login/'), { email: EMAIL, password })
  const change = { current_password: first, password: second }
  const changing = await browser.get('/account/password/')
  await browser.submit(changing, { ...change, current_password: wrong })
  expect((await browser.submit(changing, change, { follow: false })).status).toBe(303)
  noteCookies(browser)
  await browser.submit(await browser.get('/recover/'), { email: EMAIL })
  await useLink(browser, /new password/, [third])
  const login = await other.get('/login/')
  note('form token', login.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? '')
  await other.submit(login, { email: EMAIL, password: third })
  noteCookies(other)
  noteCookies(browser)
  return browser
}

function noteCookies(browser: TestBrowser): void {
  for (const [name, value] of browser.cookies) note(`cookie ${name}`, value)
}

async function useLink(browser: TestBrowser, subject: RegExp, passwords: readonly string[]): Promise<void> {
  const link = linkIn(await target.mailServer.mailTo(EMAIL, subject))
  note(`link ${subject}`, new URL(link).searchParams.get('link') ?? '')
  const page = await browser.get(link)
  for (const password of passwords) await browser.submit(page, { password }, { follow: false })
}

/** Enters a program directly, and uses its tokens rightly and wrongly. */
async function liveAtTheWire(
  browser: TestBrowser,
): Promise<{ readonly refreshToken: string; readonly code: string }> {
  const { program, identity } = target
  const { attempt, code, tokens } = await enterProgram(identity.service, program, browser)
  note('code', code)
  note('verifier', attempt.verifier)
  note('token', tokens.access_token, tokens.refresh_token)
  note('ID token', tokens.id_token.split('.')[2] ?? '')
  const basic = { authorization: program.basic }
  const renewed = await postForm(
    identity.service,
    '/o/token/',
    { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    basic,
  )
  note('token', renewed.body.access_token, renewed.body.refresh_token)
  const spare = newAttempt(program)
  const unused = await obtainCode(browser, spare)
  note('code', unused)
  note('verifier', spare.verifier)
  const misspent = { grant_type: 'authorization_code', code: unused, redirect_uri: program.redirectUri }
  await postForm(identity.service, '/o/token/', { ...misspent, code_verifier: attempt.verifier }, basic)
  await postForm(identity.service, '/api/integrations/introspect/', { token: tokens.access_token }, basic)
  await postForm(identity.service, '/o/userinfo/', {}, { authorization: `Bearer ${tokens.access_token}` })
  // In addresses, where they must never be.
  await target.fetch(`/o/userinfo/?access_token=${tokens.access_token}`)
  await target.fetch(`/nothing/${unused}?code=${unused}`)
  return { refreshToken: renewed.body.refresh_token, code: unused }
}

/** Enters the program with its page: with a new account, or by linking an old one. */
async function enterPermits(browser: TestBrowser, link?: string): Promise<Readonly<Record<string, string>>> {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const begin = { return_uri: `${permits.url}signed-in`, code_challenge, ...(link && { link: true }) }
  const begun = await ask('/api/v1/sso/begin/', begin, link)
  let page = await browser.get(begun.body['authorization_url'] ?? '')
  if (page.status === 200) page = await browser.submit(page, {}, { button: 'Continue' })
  const callback = new URL(page.location ?? '')
  note('state', callback.searchParams.get('state') ?? '')
  const landed = await ask(callback.pathname + callback.search, undefined)
  const code = new URL(landed.location).searchParams.get('sso_code') ?? ''
  note('handoff', code)
  note('verifier of the app', verifier)
  await ask('/api/v1/sso/exchange/', { code, code_verifier: `${verifier.slice(1)}x` })
  const pair = await ask('/api/v1/sso/exchange/', { code, code_verifier: verifier })
  expect(pair.status).toBe(200)
  return notePair(pair.body)
}

function notePair(pair: Readonly<Record<string, string>>) {
  note('local token', pair['access_token'] ?? '', pair['refresh_token'] ?? '')
  return pair
}

async function liveAtTheProgram(browser: TestBrowser): Promise<void> {
  const pair = await enterPermits(browser)
  await ask('/api/v1/me/', undefined, pair['access_token'])
  const next = await ask('/api/v1/sso/refresh/', { refresh_token: pair['refresh_token'] })
  expect(next.status).toBe(200)
  notePair(next.body)
  await ask('/api/v1/me/', undefined, next.body['refresh_token'])
  await ask('/api/v1/sso/logout/', {}, next.body['access_token'])
  const old = { email: 'old.sweep@example.test', password: passwordFor('old') }
  await addOldAccount(permitsDatabase.url, { ...old, name: 'Olga Old' })
  await ask('/api/v1/auth/login/', { ...old, password: passwordFor('mistyped old') })
  const signed = await ask('/api/v1/auth/login/', old)
  note('old local token', signed.body['access_token'] ?? '')
}

/** Makes every write fail with the row in the error, as a full or broken database does. */
async function failEverywhere(
  browser: TestBrowser,
  spent: { readonly refreshToken: string; readonly code: string },
) {
  const { db } = target.identity
  const page = await browser.get('/account/profile/')
  const login = await target.identity.browser().get('/login/')
  await db.query`do $$ declare each record; begin
    for each in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'
    loop execute format('alter table %I add constraint broken check (false) not valid', each.relname); end loop;
  end $$`
  const statuses: number[] = []
  const basic = { authorization: target.program.basic }
  const form = { grant_type: 'refresh_token', refresh_token: spent.refreshToken }
  statuses.push((await postForm(target.identity.service, '/o/token/', form, basic)).status)
  statuses.push(
    (await postForm(target.identity.service, '/o/revoke/', { token: spent.refreshToken }, basic)).status,
  )
  const json = JSON.stringify({ email: EMAIL, full_name: 'Ana' })
  statuses.push((await target.post('/api/v1/accounts/register/', json, 'application/json')).status)
  const changed = await browser.submit(page, { full_name: passwordFor('misplaced') }, { button: 'Save' })
  statuses.push(changed.status)
  const stranger = target.identity.browser()
  for (const [name, value] of browser.cookies) stranger.cookies.set(name, value)
  statuses.push((await stranger.submit(login, { email: EMAIL, password: passwordFor('late') })).status)
  statuses.push((await browser.submit(await browser.get('/logout/'))).status)
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThanOrEqual(4)
}

/** Everything that is stored or was logged. */
async function gather(): Promise<readonly StoredData[]> {
  const metrics = await fetch(`http://localhost:${metricsPort}/metrics`)
  return [
    ...(await dumpTables(permitsDatabase.url)),
    ...(await dumpTables(identityUrl())),
    { name: 'log of the service', bytes: Buffer.from(target.identity.output()) },
    { name: 'log of the program', bytes: Buffer.from(programLog.join('\n')) },
    { name: 'metrics', bytes: Buffer.from(await metrics.text()) },
  ]
}

const identityUrl = () => target.identity.environment['PORTICO_DATABASE_URL'] ?? ''

// proves: threat-stored-secrets
test('after whole lives no secret is in any table, log, metric or last word, in clear, hex or base64', async () => {
  const browser = await liveCentrally()
  const spent = await liveAtTheWire(browser)
  await liveAtTheProgram(browser)
  await enterPermits(browser)
  await failEverywhere(browser, spent)
  await until(
    'the log tells of the faults',
    () => target.identity.output().includes('server-error') || undefined,
  )

  const haystacks = await gather()
  const sizes = new Map(haystacks.map(({ name, bytes }) => [name, bytes.length]))
  for (const name of ['table sessions', 'table grants', 'table outbox', 'log of the service', 'metrics'])
    expect([name, sizes.has(name)]).toEqual([name, true])
  expect(target.identity.output().match(/answered/g)?.length).toBeGreaterThan(20)
  expect(secrets.filter(({ text }) => text.length < 10)).toEqual([])
  expect(secrets.length).toBeGreaterThan(45)
  const search = finderOf(secrets.flatMap((secret) => formsOf(secret)))
  const found = haystacks.flatMap(({ name, bytes }) => search(bytes).map((what) => `${name}: ${what}`))
  expect(found).toEqual([])
  expect(target.identity.output()).not.toContain('Failing row')

  // The search works: it finds each secret that is put into a table, in every encoding.
  const session = await openSession({ kind: 'url', url: identityUrl() })
  await session.query`create table planted (clear text, hex text, base64 text, raw bytea)`
  for (const { text } of secrets) {
    const bytes = Buffer.from(text)
    await session.query`insert into planted values (${text}, null, null, null), (null, ${bytes.toString('hex')}, null, null),
      (null, null, ${bytes.toString('base64')}, null), (null, null, null, ${bytes})`
  }
  await session.close()
  const planted = (await gather()).find(({ name }) => name === 'table planted')
  const seen = new Set(
    search(planted?.bytes ?? Buffer.alloc(0)).map((what) => what.replace(/ \([^(]*\)$/, '')),
  )
  expect([...seen].sort()).toEqual([...new Set(secrets.map(({ name }) => name))].sort())

  process.kill(target.identity.pid, 'SIGUSR2')
  await until('the service falls', () => target.identity.output().includes('it-fell') || undefined)
  const { code, output } = await target.identity.stop()
  expect(code).not.toBe(0)
  expect(output).toContain('it-fell')
  expect(search(Buffer.from(output))).toEqual([])
}, 300_000)
