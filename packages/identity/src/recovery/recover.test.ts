// Takes over 10 s: most cases wait for a mail and hash passwords, and one waits until the sender has probed the mail server twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen } from '../../testing/people.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { type Citizen, findCitizen } from '../citizens/index.ts'
import {
  type Answer,
  linkIn,
  type MailingService,
  startMailingService,
} from '../enrollment/mailing-service.fixture.ts'
import { smtpRefusal } from '../mail/smtp.fixture.ts'
import { KEPT_UNUSED_SECONDS, LINK_TABLES } from '../mailed-links/tables.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { RECOVERY } from './index.ts'

const PATH = '/api/v1/accounts/recover/'
const oldPassword = 'an old forgotten password'
const password = 'seven green horses'
let service: MailingService
let round = 0
let browser: TestBrowser
let hash = ''
beforeAll(async () => {
  service = await startMailingService(RECOVERY.routes)
  const hashed = await service.parts.passwords.hash(oldPassword)
  hash = hashed.ok ? hashed.value : ''
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

const citizen = (changes: Partial<Citizen> = {}): Promise<Citizen> =>
  addCitizen(
    { foundation: service.parts },
    {
      email: `ada${round}@example.org`,
      fullName: 'Ada Lovelace',
      phoneNumber: '',
      passwordHash: hash,
      ...changes,
    },
  )
const now = async ({ citizenId }: Citizen) => (await findCitizen(service.database.db, citizenId)) as Citizen
const send = (body: string, host = 1): Promise<Answer> =>
  service.send(PATH, body, { 'x-forwarded-for': `198.51.${round}.${host}` })
const recover = (fields: object, host = 1) => send(JSON.stringify(fields), host)
const mailsTo = (email: string, subject: string) =>
  service.smtp.taken.filter(({ recipients, parsed }) => recipients[0] === email && parsed.subject === subject)
async function linkFor({ email }: Citizen): Promise<string> {
  const subject = 'Choose a new password'
  const before = mailsTo(email, subject).length
  expect((await recover({ email })).status).toBe(202)
  await expect.poll(() => mailsTo(email, subject).length).toBeGreaterThan(before)
  return linkIn(mailsTo(email, subject).at(-1)?.parsed.text)
}
const isRight = async (who: Citizen, tried: string) =>
  service.parts.passwords.verify((await now(who)).passwordHash, tried)
const invalid = { status: 400, title: 'This link does not work' }
const seen = (page: Awaited<ReturnType<TestBrowser['get']>>) => ({
  status: page.status,
  title: page.html.querySelector('h1')?.text,
})
const reset = async (link: string, chosen = password, by = service.browser()) =>
  by.submit(await by.get(link), { password: chosen })

test('an account whose stored hash cannot be read gets a new password by mail', async () => {
  const who = await citizen({ passwordHash: '$nonsense' })
  expect(await isRight(who, oldPassword)).toBe('unreadable')
  await reset(await linkFor(who))
  expect(await isRight(who, password)).toBe('right')
})

// proves: threat-slow-password-check
test('a hundred new passwords of one network are judged in an hour, of whatever links, and no link is spent by that', async () => {
  const [by, elsewhere] = [service.browser(`198.18.0.${round}`), service.browser(`198.18.1.${round}`)]
  const people = await Promise.all(
    Array.from({ length: 5 }, (_, at) => citizen({ email: `n${at}.${round}@example.org` })),
  )
  const links = []
  for (const who of people) links.push(await linkFor(who))
  for (const link of links.slice(0, 4))
    for (let time = 0; time < 25; time += 1)
      expect((await reset(link, `passwordpassword${time}`, by)).status).toBe(400)
  const last = links[4] ?? ''
  const refused = await reset(last, password, by)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  expect(new URL((await reset(last, password, elsewhere)).url).pathname).toBe('/recover/done/')
})

describe('asking for a recovery (contract 2.2, 2.3, 4.1)', () => {
  // proves: contract-4.1-recover
  test('answers 202 with detail and verification_required, and mails a link to the stored address', async () => {
    const { email } = await citizen()
    const answer = await recover({ email: ` ${email.toUpperCase()} ` })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ detail: expect.any(String), verification_required: true })
    const [mail] = await service.smtp.arrivedFor(email)
    expect(linkIn(mail?.parsed.text)).toMatch(/^\/recover\/confirm\/\?link=prl_[A-Za-z0-9_-]{64}$/)
    expect(mail?.recipients).toEqual([email])
  })
  test.each([
    ['no address', {}, { email: 'required' }],
    ['a blank address', { email: ' ' }, { email: 'blank' }],
    ['no address at all', { email: 'x' }, { email: 'invalid' }],
    ['two addresses', { email: 'a@example.org,b@example.org' }, { email: 'invalid' }],
    ['a line end', { email: 'a@example.org\r\nBcc: b@example.org' }, { email: 'invalid' }],
    ['a list', { email: ['a@example.org', 'b@example.org'] }, { email: 'invalid' }],
    ['null', { email: null }, { email: 'invalid' }],
    ['321 characters', { email: `${'x'.repeat(309)}@example.org` }, { email: 'max_length' }],
    ['a name', { email: 'a@example.org', full_name: 'Ada' }, { full_name: 'unknown_field' }],
    ['a password', { email: 'a@example.org', password: 'x' }, { password: 'unknown_field' }],
  ])('refuses %s', async (_case, fields, codes) => {
    const answer = await recover(fields)
    const problem = (code: string) => [{ message: expect.any(String), code }]
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      errors: Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, problem(code)])),
    })
  })
  // proves: threat-unasked-fields
  test('refuses a field that came twice, and __proto__', async () => {
    expect((await send('{"email":"a@example.org","email":"b@example.org"}')).text).toContain(
      'duplicate_field',
    )
    expect((await send('{"email":"a@example.org","__proto__":{}}')).text).toContain('unknown_field')
  })
  test.each(['', 'x', '[]', 'null', '"a@example.org"', `{"email":"a@example.org"}${' '.repeat(8193)}`])(
    'refuses a body that is no JSON object of at most 8 KiB with a Detail (%#)',
    async (body) => {
      expect(await send(body)).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    },
  )
  test('50 at once from one address: 10; for one e-mail: 3; then 429 with Retry-After (contract section 8)', async () => {
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, at) => recover({ email: `p${round}.${at}@example.org` })),
    )
    expect(many.filter(({ status }) => status === 202)).toHaveLength(10)
    const one = await Promise.all(
      Array.from({ length: 50 }, (_, at) => recover({ email: `q${round}@example.org` }, at + 2)),
    )
    expect(one.filter(({ status }) => status === 202)).toHaveLength(3)
    const late = one.find(({ status }) => status === 429)
    expect(late?.body).toEqual({ detail: expect.any(String) })
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
  // proves: contract-4.1-enrollment-503, design-7.8-no-mail-503
  test('503 with a Detail while email delivery is unavailable, for everybody', async () => {
    const { email } = await citizen()
    service.smtp.behave({ onConnect: (_session, done) => done(smtpRefusal(421)) })
    await expect.poll(() => service.parts.mail.available()).toBe(false)
    const answers = [await recover({ email }), await recover({ email: `x${email}` })]
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    service.smtp.behave({})
    await expect.poll(() => service.parts.mail.available()).toBe(true)
  })
})

describe('who is told nothing', () => {
  const traces = async () => {
    const rows = await service.database.db.query<{ count: number }>`
      select count(*) as count from mailed_links union all select count(*) from audit_events`
    return rows.map(({ count }) => count)
  }
  // proves: contract-4.1-enrollment-202-silent, design-7.6-recover-unknown, threat-enumeration-by-answer
  test.each(['unknown', 'suspended', 'closed'] as const)(
    'an address that is %s gets the same answer, rows and limits, and no mail',
    async (standing) => {
      const active = await citizen({ email: `active${round}@example.org` })
      const email = `${standing}${round}@example.org`
      if (standing !== 'unknown') await citizen({ email, standing })
      const before = await traces()
      const answer = await recover({ email })
      const between = await traces()
      const known = await recover({ email: active.email })
      const after = await traces()
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
      const names = ({ headers }: Answer) => [...headers.keys()].sort()
      expect(names(answer)).toEqual(names(known))
      expect(between.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1])
      expect(after.map((count, at) => count - (between[at] ?? 0))).toEqual([1, 1])
      for (let at = 0; at < 2; at += 1) expect((await recover({ email })).status).toBe(202)
      expect((await recover({ email })).status).toBe(429)
      await service.smtp.arrivedFor(active.email)
      await expect.poll(() => service.database.db.query`select from outbox`).toEqual([])
      expect(service.smtp.taken.filter(({ recipients }) => recipients[0] === email)).toEqual([])
    },
  )
  test('an account whose address has to be proven anew gets the link, and the reset proves it', async () => {
    const who = await citizen({ emailVerified: false })
    await reset(await linkFor(who))
    expect(await now(who)).toMatchObject({ emailVerified: true, securityVersion: 2 })
  })
})

describe('the recovery page', () => {
  test('leads to a page that names the address as it was typed, known or not', async () => {
    const sent = await browser.submit(await browser.get('/recover/'), {
      email: ` Nobody${round}@Example.org `,
    })
    expect(new URL(sent.url).pathname).toBe('/recover/sent/')
    expect(sent.html.text).toContain(`nobody${round}@example.org`)
  })
  test('names the problem, keeps the value, and carries the waiting sign-in along', async () => {
    const page = await browser.submit(await browser.get('/recover/?resume=abc.def'), { email: 'x y' })
    expect(page.status).toBe(400)
    expect(page.html.querySelector('#email')?.getAttribute('value')).toBe('x y')
    expect(page.html.querySelector('input[name=resume]')?.getAttribute('value')).toBe('abc.def')
  })
  // proves: threat-csrf
  test('refuses a form that this browser was not shown', async () => {
    const shown = await browser.get('/recover/')
    expect((await service.browser().submit(shown, { email: 'a@example.org' })).status).toBe(403)
  })
  test('says when to come back', async () => {
    for (let at = 0; at < 3; at += 1) await recover({ email: `w${round}@example.org` }, at)
    const page = await browser.submit(await browser.get('/recover/'), { email: `w${round}@example.org` })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('the mailed link', () => {
  // proves: contract-1.6-recover-page, design-8-security-mails
  test('sets a new password, raises the security version, and tells the owner', async () => {
    const who = await citizen()
    const done = await reset(await linkFor(who))
    expect(new URL(done.url).pathname).toBe('/recover/done/')
    expect(await now(who)).toMatchObject({ securityVersion: 2, emailVerified: true, subject: who.subject })
    expect([await isRight(who, password), await isRight(who, oldPassword)]).toEqual(['right', 'wrong'])
    await expect.poll(() => mailsTo(who.email, 'Your password was changed').length).toBe(1)
    expect(mailsTo(who.email, 'Your password was changed')[0]?.parsed.text).toContain(
      'http://localhost:4000/recover/',
    )
    const events = await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${who.citizenId} order by name`
    expect(events.map(({ name }) => name)).toEqual(['password-reset', 'recovery-requested'])
  })
  // proves: design-7.4-get-changes-nothing, threat-mail-scanner
  test('is not spent by GET, HEAD, or a scanner that sends the form as it is', async () => {
    const who = await citizen()
    const link = await linkFor(who)
    const origin = new URL((await browser.get('/recover/')).url).origin
    expect((await fetch(origin + link, { method: 'HEAD' })).status).toBe(200)
    const scanned = await browser.submit(await browser.get(link))
    expect(scanned.status).toBe(400)
    expect(await now(who)).toMatchObject({ securityVersion: 1, passwordHash: hash })
    expect(new URL((await reset(link)).url).pathname).toBe('/recover/done/')
  })
  // proves: design-7.30-refusal-keeps-link
  test.each([
    '',
    'kx7#pq mz2 vbn',
    'x'.repeat(257),
    'passwordpassword',
    'password12345678',
    'Ada Lovelace 1815',
  ])('is not spent by a refused password (%#)', async (wrong) => {
    const who = await citizen()
    const link = await linkFor(who)
    expect((await reset(link, wrong)).status).toBe(400)
    expect((await now(who)).securityVersion).toBe(1)
    expect((await reset(link)).status).toBe(200)
  })
  // proves: contract-3-recovery-30-minutes, contract-8-recovery-link
  test('works for 30 minutes, and not a second longer', async () => {
    const who = await citizen()
    const link = await linkFor(who)
    const early = await browser.get(link)
    const source = /script-src (\S+);/.exec(early.headers.get('content-security-policy') ?? '')?.[1]
    expect(source).toContain(early.html.querySelector('script')?.getAttribute('src'))
    service.clock.advance(30 * 60 - 1)
    expect((await browser.get(link)).status).toBe(200)
    service.clock.advance(1)
    expect(seen(await browser.get(link))).toEqual(invalid)
    expect(seen(await browser.submit(early, { password }))).toEqual(invalid)
    expect((await now(who)).securityVersion).toBe(1)
  })
  // proves: contract-3-recovery-once, contract-8-recovery-link, threat-link-race
  test('20 at once: one winner, and the security version rises by one', async () => {
    const who = await citizen()
    const link = await linkFor(who)
    const answers = await race(Array.from({ length: 20 }, () => link))
    expect(answers.filter((status) => status === 303)).toHaveLength(1)
    expect(answers.filter((status) => status === 400)).toHaveLength(19)
    expect((await now(who)).securityVersion).toBe(2)
    expect(await isRight(who, `${password} ${answers.indexOf(303)}`)).toBe('right')
  })
  // proves: design-7.7-sibling-links, threat-stay-after-reset
  test('all that are outstanding work; using one, new or old, kills every other', async () => {
    for (const pick of [0, 2]) {
      const who = await citizen({ email: `multi${round}.${pick}@example.org` })
      const links = [await linkFor(who), await linkFor(who), await linkFor(who)]
      for (const link of links) expect((await browser.get(link)).status).toBe(200)
      await reset(links[pick] ?? '')
      for (const link of links) expect(seen(await browser.get(link))).toEqual(invalid)
      const [left] = await service.database.db.query<{ count: number }>`
        select count(*) as count from mailed_links where citizen_id = ${who.citizenId}`
      expect(left?.count).toBe(0)
    }
  })
  test('siblings at once: one winner', async () => {
    const who = await citizen()
    const links = [await linkFor(who), await linkFor(who), await linkFor(who)]
    const answers = await race([...links, ...links, ...links, ...links])
    expect(answers.filter((status) => status === 303)).toHaveLength(1)
    expect((await now(who)).securityVersion).toBe(2)
  })
  // proves: threat-stay-after-reset
  test('born while a reset was under way is dead with it', async () => {
    const who = await citizen()
    const link = await linkFor(who)
    await service.database.db
      .query`update citizens set security_version = 2 where citizen_id = ${who.citizenId}`
    expect(seen(await browser.get(link))).toEqual(invalid)
  })
  test.each(['suspended', 'closed'])('does nothing for a citizen who is %s meanwhile', async (standing) => {
    const who = await citizen()
    const link = await linkFor(who)
    const early = await browser.get(link)
    await service.database.db
      .query`update citizens set standing = ${standing} where citizen_id = ${who.citizenId}`
    expect(seen(await browser.get(link))).toEqual(invalid)
    expect(seen(await browser.submit(early, { password }))).toEqual(invalid)
    expect(await now(who)).toMatchObject({ securityVersion: 1, passwordHash: hash })
  })
  // proves: threat-dead-link
  test('used, cut off, changed, of another kind, doubled or missing: one same page that offers a new one', async () => {
    const who = await citizen()
    const link = await linkFor(who)
    await reset(link)
    const value = new URLSearchParams(link.split('?')[1]).get('link') ?? ''
    const wrong = [
      value,
      value.slice(0, -1),
      `${value}A`,
      value.replace('prl_', 'pgl_'),
      `prl_${'A'.repeat(64)}`,
      '',
      'x',
    ]
    const pages = await Promise.all(
      wrong.map((one) => service.browser().get(`/recover/confirm/?link=${encodeURIComponent(one)}`)),
    )
    pages.push(
      await browser.get('/recover/confirm/'),
      await browser.get(`/recover/confirm/?link=${value}&link=${value}`),
    )
    expect(
      new Set(
        pages.map(({ body }) =>
          body.replace(/<p class="reference">.*<\/p>|name="(?:back|csrf_token|shown)" value="[^"]*"/g, ''),
        ),
      ).size,
    ).toBe(1)
    for (const page of pages) expect(seen(page)).toEqual(invalid)
    expect(pages[0]?.html.querySelector('a.button')?.getAttribute('href')).toBe('/recover/')
  })
  // proves: threat-dead-link
  test("belongs to its citizen: another locator makes it nobody's", async () => {
    const [mine, theirs] = [await citizen(), await citizen({ email: `bob${round}@example.org` })]
    const value = new URLSearchParams((await linkFor(mine)).split('?')[1]).get('link') ?? ''
    const bytes = Buffer.from(value.slice(4), 'base64url')
    Buffer.from(theirs.citizenId.replaceAll('-', ''), 'hex').copy(bytes)
    expect(seen(await browser.get(`/recover/confirm/?link=prl_${bytes.toString('base64url')}`))).toEqual(
      invalid,
    )
  })
  // proves: contract-5.7-links-not-logged
  test('is in no log line', () => {
    const log = service.logLines.join('\n')
    expect(log).toContain('/recover/')
    expect(log).not.toMatch(/prl_|@example/)
  })

  async function race(links: readonly string[]): Promise<number[]> {
    const browsers = links.map(() => service.browser())
    const pages = await Promise.all(browsers.map((one, at) => one.get(links[at] ?? '')))
    const answers = await Promise.all(
      browsers.map((one, at) => one.submit(pages[at]!, { password: `${password} ${at}` }, { follow: false })),
    )
    return answers.map(({ status }) => status)
  }
})

testOnOneServer('links that are over are removed in batches', async () => {
  const who = await citizen()
  await linkFor(who)
  await linkFor(who)
  service.clock.advance(30 * 60 + KEPT_UNUSED_SECONDS)
  expect(await purgeOnce(purgesOf(LINK_TABLES), service.parts, 1)).toBe(1)
  await purgeOnce(purgesOf(LINK_TABLES), service.parts, 1000)
  const [left] = await service.database.db.query<{
    count: number
  }>`select count(*) as count from mailed_links`
  expect(left?.count).toBe(0)
})
