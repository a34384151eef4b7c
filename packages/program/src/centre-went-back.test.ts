import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBrowser, type Page } from '../testing/browser.ts'
import { type IdentityService, startIdentityService } from '../testing/identity-service.ts'
import { proof } from '../testing/program.ts'
import { createProgramSso } from './create.ts'
import { secret, systemClock, systemRandom } from './platform/index.ts'
import type { ProgramEvent, ProgramSso } from './program-sso.ts'
import { generateEncryptionKey } from './sealing/index.ts'
import { embeddedStore } from './store/memory/index.ts'
import { type MemoryAccount, memoryAccounts } from './testing/index.ts'

// The sentences of docs/integrate/after-the-centre-went-back.md, against the real service.

const PROGRAM = 'http://localhost:9'
const RETURN_URI = `${PROGRAM}/signed-in`
const PASSWORD = 'purple lantern under seven bridges'
const ANA = 'ana@example.test'
const BEN = 'ben@example.test'

type Browser = ReturnType<typeof createBrowser>

interface SignedIn {
  readonly access: string
  readonly refresh: string
  readonly accountId: string
  readonly subject: string
}

let service: IdentityService
let sso: ProgramSso<MemoryAccount>
let ana: SignedIn
let ben: SignedIn
let aheadMilliseconds = 0
const events: ProgramEvent[] = []
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMilliseconds) }

beforeAll(async () => {
  service = await startIdentityService()
  const callback = `${PROGRAM}/api/v1/sso/callback/`
  const added = await service.command('client', 'add', 'Permits', '--redirect-uri', callback, '--json')
  const client = JSON.parse(added) as { client_id: string; client_secret: string }
  const key = generateEncryptionKey(systemRandom, new Date())
  sso = createProgramSso({
    identity: {
      baseUrl: service.baseUrl,
      clientId: client.client_id,
      clientSecret: secret(client.client_secret),
    },
    program: { baseUrl: PROGRAM, returnUris: [RETURN_URI] },
    encryptionKeys: [{ id: 'k', key: secret(key.slice(key.indexOf(':') + 1)) }],
    validity: { ceilingMs: 1000, softMs: 1000 },
    hooks: { onEvent: (event) => void events.push(event) },
    ...{
      clock,
      store: embeddedStore({ clock }),
      accounts: memoryAccounts(),
      env: 'test',
      logger: { log: () => undefined },
    },
  })
  await register(ANA)
  ana = await signIn(ANA)
  const goBack = await service.remember()
  await register(BEN)
  ben = await signIn(BEN)
  await goBack()
  aheadMilliseconds += 1100
})
afterAll(() => service.stop())

const post = async (path: string, body: object) => {
  const request = new Request(`${PROGRAM}/api/v1/sso/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await sso.handle(request)
  return { status: answer?.status, body: (await answer?.json()) as Record<string, string> }
}
const guarded = (token: string) => sso.authenticate({ headers: { authorization: `Bearer ${token}` } })

/** The pages behind the mailed links of an address where a password can be chosen. */
async function passwordPages(browser: Browser, email: string): Promise<readonly Page[]> {
  const mails = (await (await fetch(`${service.mailboxUrl}/messages.json`)).json()) as readonly unknown[]
  const mine = mails.map((mail) => JSON.stringify(mail)).filter((mail) => mail.includes(email))
  const links = mine.flatMap((mail) => /http:[^\s"\\]+\?link=[\w-]+/.exec(mail) ?? [])
  const pages: Page[] = []
  for (const link of links) pages.push(await browser.get(link))
  return pages.filter(({ html }) => html.querySelector('input[type=password]') !== null)
}

async function register(email: string): Promise<void> {
  await fetch(`${service.baseUrl}/api/v1/accounts/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ana Example', email }),
  })
  const browser = createBrowser(service.baseUrl)
  const page = await vi.waitFor(
    async () => {
      const [found] = await passwordPages(browser, email)
      if (!found) throw new Error(`${email} has no link`)
      return found
    },
    { timeout: 20_000 },
  )
  const names = page.html.querySelectorAll('input[type=password]').map((input) => input.getAttribute('name'))
  const done = await browser.submit(page, Object.fromEntries(names.map((name) => [name, PASSWORD])))
  expect(done.status).toBe(200)
}

/** The address at which the browser arrives at the program. Undefined where the centre refuses the password. */
async function enter(email: string, authorizationUrl: string): Promise<string | undefined> {
  const browser = createBrowser(service.baseUrl)
  let page = await browser.get(authorizationUrl)
  for (let steps = 0; page.url.startsWith(service.baseUrl); steps += 1) {
    if (steps > 4 || page.status === 400) return undefined
    const fields = page.html.querySelector('input[type=password]') ? { email, password: PASSWORD } : {}
    page = await browser.submit(page, fields)
  }
  return page.url
}

async function trySignIn(email: string): Promise<SignedIn | undefined> {
  const { verifier, challenge } = await proof()
  const begun = await post('begin/', { return_uri: RETURN_URI, code_challenge: challenge })
  const callback = await enter(email, begun.body['authorization_url'] ?? '')
  if (callback === undefined) return undefined
  const landed = await sso.handle(new Request(callback))
  const code = new URL(landed?.headers.get('location') ?? '').searchParams.get('sso_code')
  const { body } = await post('exchange/', { code, code_verifier: verifier })
  const { access_token: access = '', refresh_token: refresh = '' } = body
  const seen = await guarded(access)
  if (seen.status !== 'ok') throw new Error(`${email} is ${seen.code}`)
  const subject = (await sso.identityOf(seen.accountId))?.subject ?? ''
  return { access, refresh, accountId: seen.accountId, subject }
}

async function signIn(email: string): Promise<SignedIn> {
  const signedIn = await trySignIn(email)
  if (!signedIn) throw new Error(`${email} cannot sign in`)
  return signedIn
}

test('every local session ends at its next check: 401 session_ended, and not 503', async () => {
  for (const { access } of [ana, ben])
    expect(await guarded(access)).toMatchObject({ http: 401, code: 'session_ended', clearLocal: true })
})

// proves: threat-backup-revives
test('neither the program nor the centre takes the old refresh tokens for stolen ones', async () => {
  for (const { refresh } of [ana, ben])
    expect(await post('refresh/', { refresh_token: refresh })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
  expect(events.filter(({ type }) => type === 'refresh_reuse')).toEqual([])
  for (const { accountId } of [ana, ben])
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'session_ended', accountId, cause: 'central_ended' }),
    )
  expect(await service.command('audit', '--limit', '10000', '--json')).not.toMatch(/reused|replayed/)
})

test('who registered before the moment signs in to the same account, as the same subject', async () => {
  const again = await signIn(ANA)
  expect([again.accountId, again.subject]).toEqual([ana.accountId, ana.subject])
})

test('who registered after it is unknown at the centre, and the local account stays, with a subject that nobody has', async () => {
  expect(await trySignIn(BEN)).toBeUndefined()
  expect(await sso.identityOf(ben.accountId)).toMatchObject({ subject: ben.subject, via: 'provisioned' })
  await expect(service.command('citizen', 'show', ben.subject)).rejects.toThrow()
  expect(await service.command('citizen', 'show', ana.subject)).toContain(ANA)
})

test('a new registration with the same address has another subject, so it never opens the account of before', async () => {
  await register(BEN)
  const again = await signIn(BEN)
  expect(again.subject).not.toBe(ben.subject)
  expect(again.accountId).not.toBe(ben.accountId)
  expect(await sso.identityOf(ben.accountId)).toMatchObject({ subject: ben.subject })
})

test('the link of an account that nobody can enter any more is removed by forget()', async () => {
  expect(await sso.forget(ben.accountId)).toMatchObject({ links: 1 })
  expect(await sso.identityOf(ben.accountId)).toBeNull()
})
