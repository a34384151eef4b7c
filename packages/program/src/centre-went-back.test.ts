// Takes over 10 s: the real service starts three times, and its database is taken back to an earlier moment.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBrowser, type Page } from '../testing/browser.ts'
import { type IdentityService, startIdentityService } from '../testing/identity-service.ts'
import { proof } from '../testing/program.ts'
import { askToRegister, choosePassword, enter, openRealProgram, RETURN_URI } from '../testing/real-program.ts'
import type { ProgramEvent } from './program-sso.ts'

// The sentences of docs/integrate/after-the-centre-went-back.md, against the real service.

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
let program: Awaited<ReturnType<typeof openRealProgram>>
let ana: SignedIn
let ben: SignedIn
const events: ProgramEvent[] = []

beforeAll(async () => {
  service = await startIdentityService()
  program = await openRealProgram(service, (event) => void events.push(event))
  await register(ANA)
  ana = await signIn(ANA)
  const goBack = await service.remember()
  await register(BEN)
  ben = await signIn(BEN)
  await goBack()
  program.aSecondLater()
})
afterAll(() => service.stop())

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
  await askToRegister(service, email)
  const browser = createBrowser(service.baseUrl)
  const page = await vi.waitFor(
    async () => {
      const [found] = await passwordPages(browser, email)
      if (!found) throw new Error(`${email} has no link`)
      return found
    },
    { timeout: 20_000 },
  )
  await choosePassword(browser, page, PASSWORD)
}

/** Undefined where the centre refuses the password. */
async function trySignIn(email: string): Promise<SignedIn | undefined> {
  const { verifier, challenge } = await proof()
  const begun = await program.post('begin/', { return_uri: RETURN_URI, code_challenge: challenge })
  const authorizationUrl = begun.body['authorization_url'] ?? ''
  const credentials = { email, password: PASSWORD, authorizationUrl }
  const { url: callback } = await enter(service, createBrowser(service.baseUrl), credentials)
  if (callback.startsWith(service.baseUrl)) return undefined
  const landed = await program.sso.handle(new Request(callback))
  const code = new URL(landed?.headers.get('location') ?? '').searchParams.get('sso_code')
  const { body } = await program.post('exchange/', { code, code_verifier: verifier })
  const { access_token: access = '', refresh_token: refresh = '' } = body
  const seen = await program.guarded(access)
  if (seen.status !== 'ok') throw new Error(`${email} is ${seen.code}`)
  const subject = (await program.sso.identityOf(seen.accountId))?.subject ?? ''
  return { access, refresh, accountId: seen.accountId, subject }
}

async function signIn(email: string): Promise<SignedIn> {
  const signedIn = await trySignIn(email)
  if (!signedIn) throw new Error(`${email} cannot sign in`)
  return signedIn
}

test('every local session ends at its next check: 401 session_ended, and not 503', async () => {
  for (const { access } of [ana, ben])
    expect(await program.guarded(access)).toMatchObject({
      http: 401,
      code: 'session_ended',
      clearLocal: true,
    })
})

// proves: threat-backup-revives
test('neither the program nor the centre takes the old refresh tokens for stolen ones', async () => {
  for (const { refresh } of [ana, ben])
    expect(await program.post('refresh/', { refresh_token: refresh })).toMatchObject({
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
  expect(await program.sso.identityOf(ben.accountId)).toMatchObject({
    subject: ben.subject,
    via: 'provisioned',
  })
  await expect(service.command('citizen', 'show', ben.subject)).rejects.toThrow()
  expect(await service.command('citizen', 'show', ana.subject)).toContain(ANA)
})

test('a new registration with the same address has another subject, so it never opens the account of before', async () => {
  await register(BEN)
  const again = await signIn(BEN)
  expect(again.subject).not.toBe(ben.subject)
  expect(again.accountId).not.toBe(ben.accountId)
  expect(await program.sso.identityOf(ben.accountId)).toMatchObject({ subject: ben.subject })
})

test('the link of an account that nobody can enter any more is removed by forget()', async () => {
  expect(await program.sso.forget(ben.accountId)).toMatchObject({ links: 1 })
  expect(await program.sso.identityOf(ben.accountId)).toBeNull()
})
