// Takes over 10 s: most cases wait for a mail and hash passwords, and one waits until the sender has probed the mail server twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testOnOneServer } from '../../testing/one-server.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { smtpRefusal } from '../mail/smtp.fixture.ts'
import { KEPT_UNUSED_SECONDS, LINK_TABLES } from '../mailed-links/tables.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { ENROLLMENT } from './index.ts'
import { linkIn, type MailingService, startMailingService } from './mailing-service.fixture.ts'

const password = 'seven green horses'
let service: MailingService
let round = 0
let browser: TestBrowser
beforeAll(async () => {
  service = await startMailingService(ENROLLMENT.routes)
})
afterAll(() => service.close())
beforeEach(() => {
  round += 1
  browser = service.browser(`203.0.113.${round}`)
})
afterEach(async () => {
  service.smtp.behave({})
  await service.freeLimits()
})

const address = () => `ada${round}@example.org`
const fillIn = (fields: Record<string, string> = {}) => ({
  full_name: 'Ada Lovelace',
  email: address(),
  ...fields,
})
async function register(fields: Record<string, string> = {}): Promise<string> {
  const email = fields['email'] ?? address()
  const before = service.smtp.taken.filter(({ recipients }) => recipients[0] === email).length
  await browser.submit(await browser.get('/register/'), fillIn(fields))
  const mails = await service.smtp.arrivedFor(email, before + 1)
  return linkIn(mails.at(-1)?.parsed.text)
}
const account = async (email = address()) =>
  (
    await service.database.db.query<Record<string, unknown>>`
      select citizens.citizen_id::text as "citizenId", subject::text, citizens.email, email_verified as "emailVerified",
             full_name as "fullName", phone_number as "phoneNumber", citizens.language, standing, security_version as "securityVersion",
             password_hash as "passwordHash"
        from citizens
       where citizen_id = (select citizen_id from login_emails where email = ${email})`
  )[0]
const waiting = async () =>
  (
    await service.database.db.query<{
      count: number
    }>`select count(*) as count from mailed_links where email = ${address()}`
  )[0]?.count
const invalid = { status: 400, title: 'This link does not work' }
/** A page without what is new in each answer. */
const withoutChance = (body: string) =>
  body.replace(/<p class="reference">.*<\/p>|name="(?:back|csrf_token|shown)" value="[^"]*"/g, '')
const seen = (page: Awaited<ReturnType<TestBrowser['get']>>) => ({
  status: page.status,
  title: page.html.querySelector('h1')?.text,
})

describe('the registration page', () => {
  // proves: contract-1.6-register-page
  test('leads to a page that names the address as it was typed, known or not', async () => {
    const sent = await browser.submit(
      await browser.get('/register/'),
      fillIn({ email: ` ${address().toUpperCase()} ` }),
    )
    expect(new URL(sent.url).pathname).toBe('/register/sent/')
    expect(sent.html.text).toContain(address())
    const stranger = await service.browser().get('/register/sent/')
    expect(stranger.status).toBe(200)
    expect(stranger.body).not.toContain(address())
  })
  test('keeps what was typed and names each problem', async () => {
    const page = await browser.submit(
      await browser.get('/register/'),
      fillIn({ email: 'x', full_name: '<b>Ada</b>' }),
    )
    expect(page.status).toBe(400)
    expect(page.html.querySelector('#email')?.getAttribute('aria-invalid')).toBe('true')
    expect(page.html.querySelector('#full_name')?.getAttribute('value')).toBe('<b>Ada</b>')
    expect(page.body).not.toContain('<b>Ada')
  })
  test.each(['1', '1-800-FLOWERS', '020 7946 0000', '\u202a+44 20 7946 0000\u202c'])(
    'takes %j as a phone number, as the API does',
    async (phone) => {
      const page = await browser.submit(await browser.get('/register/'), fillIn({ phone_number: phone }))
      expect(new URL(page.url).pathname).toBe('/register/sent/')
      expect(await waiting()).toBe(1)
    },
  )
  test('says that a pasted phone number is too long, keeps the whole of it, and sends nothing', async () => {
    const phone = '+49 (0) 1520 / 123 45 67'
    const page = await browser.submit(await browser.get('/register/'), fillIn({ phone_number: phone }))
    const field = page.html.querySelector('#phone_number')
    expect([page.status, field?.getAttribute('value')]).toEqual([400, phone])
    expect(page.html.text).toContain('Shorten the phone number to 20 characters or fewer')
    expect(await waiting()).toBe(0)
  })
  test('carries the waiting sign-in along', async () => {
    const page = await browser.get('/register/?resume=abc.def')
    expect(page.html.querySelector('input[name=resume]')?.getAttribute('value')).toBe('abc.def')
    const again = await browser.submit(page, fillIn({ email: 'x' }))
    expect(again.html.querySelector('input[name=resume]')?.getAttribute('value')).toBe('abc.def')
    expect(again.body).toContain('/login/?resume=abc.def')
    expect((await browser.get('/register/?resume=a&resume=b')).body).not.toContain('name="resume"')
  })
  // proves: threat-csrf
  test('refuses a form that another browser was shown, one without a token, and one from another site', async () => {
    const shown = await browser.get('/register/')
    expect((await service.browser().submit(shown, fillIn())).status).toBe(403)
    expect((await browser.submit(shown, fillIn({ csrf_token: '' }))).status).toBe(403)
    const foreign = await browser.submit(shown, fillIn(), { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect(await waiting()).toBe(0)
  })
  test('shows a form that has lost its cookies again with what was typed, and sends nothing', async () => {
    const shown = await browser.get('/register/?resume=abc.def')
    const own = { 'sec-fetch-site': 'same-origin' }
    const again = await service.browser().submit(shown, fillIn(), { headers: own })
    const value = (name: string) => again.html.querySelector(`input[name=${name}]`)?.getAttribute('value')
    expect([again.status, value('full_name'), value('email'), value('resume')]).toEqual([
      403,
      fillIn()['full_name'],
      address(),
      'abc.def',
    ])
    expect(again.html.querySelector('.summary')?.text).toContain('Nothing was sent')
    expect(again.headers.getSetCookie().join()).toContain('portico_browser')
    expect(await waiting()).toBe(0)
    for (const site of ['cross-site', 'same-site', 'none', 'SAME-ORIGIN'])
      expect(
        (await service.browser().submit(shown, fillIn(), { headers: { 'sec-fetch-site': site } })).body,
      ).not.toContain(address())
  })
  test('refuses a form with a field that came twice', async () => {
    const shown = await browser.get('/register/')
    const token = shown.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const body = `csrf_token=${token}&full_name=Ada&email=${address()}&email=b@example.org`
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
    expect((await fetch(shown.url, { method: 'POST', body, headers })).status).toBe(400)
  })
  test('counts together with the API, and says when to come back', async () => {
    const body = JSON.stringify({ full_name: 'Ada', email: address() })
    for (let at = 0; at < 3; at += 1)
      await service.send('/api/v1/accounts/register/', body, { 'x-forwarded-for': `198.51.100.${at}` })
    const page = await browser.submit(await browser.get('/register/'), fillIn())
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(page.html.text).toContain('60 minutes')
  })
  test('says that mail cannot be sent', async () => {
    service.smtp.behave({ onConnect: (_session, done) => done(smtpRefusal(421)) })
    await expect.poll(() => service.parts.mail.available()).toBe(false)
    const page = await browser.submit(await browser.get('/register/'), fillIn())
    expect(page.status).toBe(503)
    expect(page.html.text).toContain('We cannot send email')
    service.smtp.behave({})
    await expect.poll(() => service.parts.mail.available()).toBe(true)
  })
})

describe('the mailed link', () => {
  // proves: contract-1.1-name-address-phone, contract-1.1-link-proves-address, contract-1.6-register-page
  // proves: contract-3-verification-once, design-7.4-post-proves-address, core-5.1-email-verified
  test('leads to a password, and the account is there with its address proven', async () => {
    const link = await register({ phone_number: ' +44 20 7946 0000 ' })
    expect(await account()).toBeUndefined()
    const page = await browser.get(link)
    const source = /script-src (\S+);/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
    expect(source).toContain(page.html.querySelector('script')?.getAttribute('src'))
    expect(page.html.text).toContain(address())
    const done = await browser.submit(page, { password })
    expect(new URL(done.url).pathname).toBe('/account/')
    const made = await account()
    expect(made).toMatchObject({
      email: address(),
      emailVerified: true,
      fullName: 'Ada Lovelace',
      phoneNumber: '+44 20 7946 0000',
      language: 'en',
      standing: 'active',
      securityVersion: 1,
    })
    expect(made?.['subject']).not.toBe(made?.['citizenId'])
    expect(await service.parts.passwords.verify(String(made?.['passwordHash']), password)).toBe('right')
    expect(await waiting()).toBe(0)
  })
  // proves: threat-register-first
  test('works in another browser than the one that registered, and signs nobody in', async () => {
    const other = service.browser()
    const done = await other.submit(await other.get(await register()), { password })
    expect([new URL(done.url).pathname, (await account()) !== undefined]).toEqual(['/register/done/', true])
    expect([...other.cookies.keys()]).toEqual(['portico_browser', 'portico_visit', 'portico_address'])
  })
  // proves: design-7.4-get-changes-nothing, threat-mail-scanner
  test('is not spent by being looked at, by GET or HEAD, however often', async () => {
    const link = await register()
    const origin = new URL((await browser.get('/register/')).url).origin
    for (let at = 0; at < 5; at += 1) {
      expect((await fetch(origin + link)).status).toBe(200)
      expect((await fetch(origin + link, { method: 'HEAD' })).status).toBe(200)
    }
    expect(await account()).toBeUndefined()
    await browser.submit(await browser.get(link), { password })
    expect(await account()).toBeDefined()
  })
  // proves: design-8-scanner-safe-links, threat-mail-scanner
  test('is not spent by a scanner that sends the form as it is', async () => {
    const link = await register()
    const scanner = service.browser()
    const page = await scanner.submit(await scanner.get(link))
    expect(page.status).toBe(400)
    expect(await account()).toBeUndefined()
    expect(await waiting()).toBe(1)
  })
  // proves: design-7.30-password-refused-words, design-7.30-refusal-keeps-link, threat-guessable-password
  test.each([
    ['blank', '', 'Enter a password'],
    ['too short', 'kx7#pq mz2 vbn', 'at least 15 characters'],
    ['too long', 'kx7#pq mz2 vbnw '.repeat(17), '256 characters or fewer'],
    ['typed with a space before it', ` ${password}`, 'begins with a space'],
    [
      'pasted with an invisible mark after it',
      `${password}\u200b`,
      'ends with a space or a character that cannot be seen',
    ],
    ['common', 'passwordpassword', 'a list that attackers try'],
    ['personal', 'Ada Lovelace 1815', 'your name, email address or phone number'],
    ['a decorated one', 'P@ssw0rd-2024-!!', 'well-known words or passwords'],
    ['a row of keys', 'qwertyuiopasdfghjkl', 'a row of keys on the keyboard'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz', 'letters or numbers in their order'],
    ['a repeat', 'zqxjkv zqxjkv zqxjkv', 'repeats the same part'],
    ['dates', '23/04/1987 1991', 'dates or years'],
    ['the name of the service', 'Portico-2024-Portico!', 'the name of this service'],
  ])('is not spent by a password that is %s', async (_case, wrong, words) => {
    const link = await register()
    const refused = await browser.submit(await browser.get(link), { password: wrong })
    expect(refused.status).toBe(400)
    expect(refused.html.text).toContain(words)
    if (wrong.length > 1) expect(refused.body).not.toContain(wrong)
    expect(new URL((await browser.submit(refused, { password })).url).pathname).toBe('/account/')
  })
  // proves: contract-3-verification-24-hours, contract-8-verification-link
  test('works for 24 hours, and not a second longer', async () => {
    const link = await register()
    const early = await browser.get(link)
    service.clock.advance(24 * 3600 - 1)
    expect((await browser.get(link)).status).toBe(200)
    service.clock.advance(1)
    expect(seen(await service.browser().get(link))).toEqual(invalid)
    // The browser that asked gets its form, with what was typed.
    const late = [await browser.get(link), await browser.submit(early, { password })]
    for (const page of late) expect(seen(page)).toEqual({ status: 400, title: 'Create your account' })
    expect(await account()).toBeUndefined()
  })
  // proves: contract-3-verification-once, threat-link-race
  test('20 at once: one account, one winner', async () => {
    const link = await register()
    const browsers = Array.from({ length: 20 }, () => service.browser())
    const pages = await Promise.all(browsers.map((one) => one.get(link)))
    const answers = await Promise.all(
      browsers.map((one, at) => one.submit(pages[at]!, { password: `${password} ${at}` }, { follow: false })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    const winner = answers.findIndex(({ status }) => status === 303)
    const hash = String((await account())?.['passwordHash'])
    expect(await service.parts.passwords.verify(hash, `${password} ${winner}`)).toBe('right')
  })
  // proves: threat-used-registration-link
  test('once an account exists, every link for its address has the one page, which offers to sign in and names nobody', async () => {
    const attackers = await register({ full_name: 'Mallory' })
    await service.freeLimits()
    const victims = await register({ full_name: 'Ada Lovelace' })
    const opened = await browser.get(attackers)
    const other = service.browser()
    await other.submit(await other.get(victims), { password })
    expect((await account())?.['fullName']).toBe('Ada Lovelace')
    const stranger = service.browser()
    for (const page of [await stranger.get(attackers), await stranger.get(victims)]) {
      expect(seen(page)).toEqual(invalid)
      expect(page.html.querySelectorAll('main a').map((link) => link.getAttribute('href'))).toEqual([
        '/register/',
        '/login/',
      ])
      expect(page.body).not.toContain(address())
      expect(page.body).not.toContain('Lovelace')
    }
    expect(seen(await browser.submit(opened, { password: 'another good password' }))).toEqual(invalid)
    expect((await account())?.['fullName']).toBe('Ada Lovelace')
  })
  // proves: threat-used-registration-link
  test('says nothing about an account: used, or made up from the id that its tokens show, in every standing', async () => {
    const link = await register()
    await browser.submit(await browser.get(link), { password })
    const value = new URLSearchParams(link.split('?')[1]).get('link') ?? ''
    const madeUp = `${value.slice(0, 'pgl_'.length + 22)}${'A'.repeat(42)}`
    const nobodys = `pgl_${'A'.repeat(64)}`
    const bodies: string[] = []
    for (const standing of ['active', 'suspended', 'closed']) {
      await service.database.db.query`update citizens set standing = ${standing} where email = ${address()}`
      for (const one of [value, madeUp, nobodys]) {
        const page = await service.browser().get(`/register/confirm/?link=${one}`)
        expect(seen(page)).toEqual(invalid)
        bodies.push(withoutChance(page.body))
      }
    }
    expect(new Set(bodies).size).toBe(1)
  })
  // proves: threat-two-spellings
  test('20 links for one address at once: one account', async () => {
    const links: string[] = []
    for (let at = 0; at < 6; at += 1) {
      links.push(await register())
      await service.freeLimits()
    }
    const opened = await Promise.all(
      links.map(async (link) => {
        const one = service.browser()
        return { one, page: await one.get(link) }
      }),
    )
    const answers = await Promise.all(
      opened.map(({ one, page }) => one.submit(page, { password }, { follow: false })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const [row] = await service.database.db.query<{
      count: number
    }>`select count(*) as count from citizens where email = ${address()}`
    expect(row?.count).toBe(1)
  })
  // proves: threat-dead-link
  test('cut off, lengthened, foreign, of another kind, doubled or missing: one same page that offers a new one', async () => {
    const link = await register()
    await browser.submit(await browser.get(link), { password })
    const value = new URLSearchParams(link.split('?')[1]).get('link') ?? ''
    const wrong = [
      value.slice(0, -1),
      `${value}A`,
      value.replace('pgl_', 'prl_'),
      value.replace('pgl_', 'pvl_'),
      value.slice(4),
      '',
      'pgl_',
      `pgl_${'A'.repeat(64)}`,
      value.toUpperCase(),
      ` ${value}`,
      `${value}\u0000`,
      'x'.repeat(5000),
    ]
    const pages = await Promise.all(
      wrong.map((one) => service.browser().get(`/register/confirm/?link=${encodeURIComponent(one)}`)),
    )
    pages.push(
      await browser.get('/register/confirm/'),
      await browser.get(`/register/confirm/?link=${value}&link=${value}`),
    )
    expect(new Set(pages.map(({ body }) => withoutChance(body))).size).toBe(1)
    for (const page of pages) expect(seen(page)).toEqual(invalid)
    expect(pages[0]?.html.querySelector('a.button')?.getAttribute('href')).toBe('/register/')
  })
  test("is refused from another browser's form, and stays good", async () => {
    const link = await register()
    const page = await browser.get(link)
    expect((await service.browser().submit(page, { password })).status).toBe(403)
    expect(await account()).toBeUndefined()
    await browser.submit(page, { password })
    expect(await account()).toBeDefined()
  })
  // proves: contract-5.7-links-not-logged, threat-stored-secrets
  test('is in no page but the one behind it, in no log line, and not in the clear in any table', async () => {
    const link = await register()
    const value = new URLSearchParams(link.split('?')[1]).get('link') ?? ''
    const page = await browser.get(link)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(service.logLines.join('\n')).not.toContain(value.slice(4, 40))
    const dump = await service.database.db.query<{ row: string }>`
      select mailed_links::text as row from mailed_links union all select outbox::text from outbox
      union all select audit_events::text from audit_events`
    const stored = dump.map(({ row }) => row).join('\n')
    const secret = Buffer.from(value.slice(4), 'base64url').subarray(16)
    for (const form of [value, secret.toString('hex'), secret.toString('base64').slice(0, 40)])
      expect(stored).not.toContain(form)
  })
})

test('events tell what happened, and whose it was', async () => {
  await service.database.db.query`delete from audit_events`
  const link = await register()
  service.clock.advance(1)
  await browser.submit(await browser.get(link), { password })
  await service.freeLimits()
  await browser.submit(await browser.get('/register/'), fillIn())
  const events = await service.database.db.query<{ name: string; known: boolean; address: string }>`
    select name, citizen_id is not null as known, address from audit_events order by at, name`
  const from = `203.0.113.${round}`
  expect(events).toEqual([
    { name: 'registration-requested', known: false, address: from },
    { name: 'account-created', known: true, address: from },
    { name: 'signed-in', known: true, address: from },
    { name: 'registration-for-existing-account', known: true, address: from },
  ])
})

testOnOneServer('registrations that are over are removed in batches', async () => {
  await register()
  await service.freeLimits()
  await register()
  expect(await purgeOnce(purgesOf(LINK_TABLES), service.parts, 100_000)).toBeGreaterThanOrEqual(0)
  const left = await waiting()
  service.clock.advance(24 * 3600 + KEPT_UNUSED_SECONDS)
  expect(await purgeOnce(purgesOf(LINK_TABLES), service.parts, 1)).toBe(1)
  await purgeOnce(purgesOf(LINK_TABLES), service.parts, 1000)
  expect(left).toBe(2)
  expect(await waiting()).toBe(0)
})
