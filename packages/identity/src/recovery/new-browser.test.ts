import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import type { Citizen } from '../citizens/index.ts'
import { ENROLLMENT } from '../enrollment/index.ts'
import { linkIn, type MailingService, startMailingService } from '../enrollment/mailing-service.fixture.ts'
import { addressHash } from '../guesses/index.ts'
import { mintToken } from '../platform/opaque-token.ts'
import { SIGN_IN } from '../sign-in/index.ts'
import { RECOVERY } from './index.ts'

const PATH = '/login/new-browser/'
const SUBJECT = 'Use a new browser for your account'
const PASSWORD = 'plain otter lantern canal'
const OTHER_PASSWORD = 'seven green horses and a cart'

let service: MailingService
let round = 0
let places = 0

beforeAll(async () => {
  service = await startMailingService((parts) => [
    ...ENROLLMENT.routes(parts),
    ...RECOVERY.routes(parts),
    ...SIGN_IN.routes(parts),
  ])
})
afterAll(() => service.close())
beforeEach(() => {
  round += 1
})
afterEach(() => service.freeLimits())

/** A browser in a place of its own. */
function newBrowser(): TestBrowser {
  places += 1
  return service.browser(`198.18.${places >> 8}.${places & 255}`)
}
const citizen = (changes: Partial<Citizen> = {}) =>
  addCitizen({ foundation: service.parts }, { email: `ada${round}@example.org`, ...changes })

/** As after a hundred wrong passwords in a row from a hundred places. */
async function close(email: string): Promise<void> {
  await service.database.db.query`
    insert into guessed_addresses (address_hash, failures, forget_at)
    values (${addressHash(email)}, 100, to_timestamp(${service.clock.now() + 1_000_000}))`
}
async function closedCitizen(changes: Partial<Citizen> = {}): Promise<Citizen> {
  const who = await citizen(changes)
  await close(who.email)
  return who
}
const tryPassword = async (browser: TestBrowser, email: string, password = PASSWORD) =>
  browser.submit(await browser.get('/login/'), { email, password }, { follow: false })
const mailsTo = (email: string) =>
  service.smtp.taken.filter(({ recipients, parsed }) => recipients[0] === email && parsed.subject === SUBJECT)

/** Goes from the refused sign-in to the mailed link, in this browser. */
async function linkFor(email: string, browser = newBrowser()): Promise<string> {
  const before = mailsTo(email).length
  const sent = await browser.submit(await tryPassword(browser, email), {}, { button: 'Send the link' })
  expect([new URL(sent.url).pathname, sent.html.text.includes(email)]).toEqual([`${PATH}sent/`, true])
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(before)
  return linkIn(mailsTo(email).at(-1)?.parsed.text)
}
const admit = async (link: string, email: string, browser = newBrowser()) =>
  browser.submit(await browser.get(link), { email }, { follow: false })
const titled = ({ status, html }: Visited) => [status, html.querySelector('h1')?.text]
const INVALID = [400, 'This link does not work']
const REFUSED = [403, 'First confirm that it is you']

/** What somebody can see of an answer, the address aside that was typed. */
function appearance({ status, headers, body, location }: Visited, email: string): string {
  const own = ['date', 'x-request-id', 'set-cookie', 'content-length']
  const seen = [...headers].filter(([name]) => !own.includes(name))
  const text = body
    .replaceAll(email, '(address)')
    .replace(/<p class="reference">.*<\/p>|name="(?:csrf_token|shown)" value="[^"]*"/g, '')
  return JSON.stringify({ status, location, seen, text })
}

/** Everything that an address can be, after as many failures. */
async function everyAddress(): Promise<readonly string[]> {
  const active = await closedCitizen({ email: `active${round}@example.org` })
  const suspended = await closedCitizen({ email: `suspended${round}@example.org`, standing: 'suspended' })
  const closed = await closedCitizen({ email: `closed${round}@example.org`, standing: 'closed' })
  const pending = `pending${round}@example.org`
  const register = newBrowser()
  await register.submit(await register.get('/register/'), { full_name: 'P', email: pending })
  await close(pending)
  await close(`nobody${round}@example.org`)
  return [active.email, suspended.email, closed.email, pending, `nobody${round}@example.org`]
}

describe('after a hundred failures in a row (NIST SP 800-63B-4 section 3.2.2)', () => {
  // proves: design-7.37-hundred-failures, threat-lock-out
  test('the owner of a known browser signs in at once, and that opens the address to others', async () => {
    const who = await citizen()
    const home = newBrowser()
    await signIn(home, who)
    home.cookies.delete('portico_session')
    await close(who.email)
    expect(titled(await tryPassword(newBrowser(), who.email))).toEqual(REFUSED)
    expect((await tryPassword(home, who.email)).status).toBe(303)
    expect((await tryPassword(newBrowser(), who.email)).status).toBe(303)
  })
  // proves: design-7.37-hundred-failures, threat-lock-out
  test('the owner in a new browser opens the mailed link there, and signs in with the password', async () => {
    const who = await closedCitizen()
    const browser = newBrowser()
    const link = await linkFor(who.email, browser)
    expect(link).toMatch(/^\/login\/new-browser\/confirm\/\?link=pbl_[A-Za-z0-9_-]{64}$/)
    const admitted = await admit(link, ` ${who.email.toUpperCase()} `, browser)
    expect([admitted.status, admitted.location]).toEqual([303, expect.stringMatching(/\/login\/$/)])
    expect(browser.cookies.has('portico_session')).toBe(false)
    expect((await tryPassword(browser, who.email)).status).toBe(303)
    expect(browser.cookies.has('portico_session')).toBe(true)
    const events = await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${who.citizenId} order by name`
    expect(events.map(({ name }) => name)).toEqual([
      'browser-admitted',
      'browser-link-requested',
      'signed-in',
    ])
  })
  // proves: threat-foreign-browser-link
  test('the link admits the browser that opens it, not the one that asked for it', async () => {
    const who = await closedCitizen()
    const [attacker, owner] = [newBrowser(), newBrowser()]
    const link = await linkFor(who.email, attacker)
    await admit(link, who.email, owner)
    expect(titled(await tryPassword(attacker, who.email))).toEqual(REFUSED)
    expect((await tryPassword(owner, who.email)).status).toBe(303)
  })
  test('a browser that was admitted guesses no better than one that the account knows: five are free, then it waits', async () => {
    const who = await closedCitizen()
    const browser = newBrowser()
    await admit(await linkFor(who.email, browser), who.email, browser)
    const statuses = []
    for (let time = 0; time < 7; time += 1)
      statuses.push((await tryPassword(browser, who.email, 'nope')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
  // proves: threat-lock-out
  test('the right password, a wrong one and any other address: the same page, whoever has it, and no cookie', async () => {
    const seen = new Set<string>()
    for (const email of await everyAddress()) {
      for (const password of [PASSWORD, 'nope']) {
        const browser = newBrowser()
        const answer = await tryPassword(browser, email, password)
        expect([titled(answer), browser.cookies.has('portico_session')]).toEqual([REFUSED, false])
        seen.add(appearance(answer, email))
      }
    }
    expect([...seen]).toHaveLength(1)
  })
  test('what was typed and is no address leads to the same page, which then asks for one', async () => {
    await close('no address')
    const browser = newBrowser()
    const page = await tryPassword(browser, 'no address')
    expect(titled(page)).toEqual(REFUSED)
    expect((await browser.submit(page, {}, { button: 'Send the link' })).status).toBe(400)
  })
  test('the page carries a sign-in along that waits for a program', async () => {
    const page = await newBrowser().get(`${PATH}?resume=abc.def`)
    expect(page.html.querySelector('input[name=resume]')?.getAttribute('value')).toBe('abc.def')
    expect(page.body).toContain('href="/login/?resume=abc.def"')
  })
})

describe('what opens the address again', () => {
  const isOpen = async (email: string) => (await tryPassword(newBrowser(), email, 'nope')).status === 400

  test('a password that is set by a mailed link', async () => {
    const who = await closedCitizen()
    const { value, hash } = mintToken(service.parts.random, 'recovery-link', who.citizenId)
    const now = service.clock.now()
    await service.database.db.query`
      insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
      values (${who.citizenId}, ${hash}, 'recovery', 1, to_timestamp(${now}), to_timestamp(${now + 1800}))`
    const browser = newBrowser()
    const page = await browser.get(`/recover/confirm/?link=${value.reveal()}`)
    expect((await browser.submit(page, { password: OTHER_PASSWORD }, { follow: false })).status).toBe(303)
    expect(await isOpen(who.email)).toBe(true)
  })
  test('an account that is made at it', async () => {
    const email = `made${round}@example.org`
    const browser = newBrowser()
    await browser.submit(await browser.get('/register/'), { full_name: 'Ada', email })
    const [mail] = await service.smtp.arrivedFor(email)
    await close(email)
    const page = await browser.get(linkIn(mail?.parsed.text))
    expect((await browser.submit(page, { password: OTHER_PASSWORD }, { follow: false })).status).toBe(303)
    expect((await tryPassword(newBrowser(), email, OTHER_PASSWORD)).status).toBe(303)
  })
  test('not a link that was opened: until the sign-in other browsers stay out', async () => {
    const who = await closedCitizen()
    await admit(await linkFor(who.email), who.email)
    expect(await isOpen(who.email)).toBe(false)
  })
})

describe('asking for the link', () => {
  // proves: threat-lock-out
  test('an address that is unknown, pending, suspended or closed gets the same answer, rows and limits, and no mail', async () => {
    const addresses = await everyAddress()
    const seen: string[] = []
    for (const email of addresses) {
      const browser = newBrowser()
      const page = await tryPassword(browser, email)
      const history: string[] = []
      for (let time = 0; time < 4; time += 1)
        history.push(
          appearance(await browser.submit(page, { shown: '' }, { button: 'Send', follow: false }), email),
        )
      expect([history[2], history[3]].map((one) => JSON.parse(one ?? '{}').status)).toEqual([303, 429])
      seen.push(history.join('\n'))
    }
    expect(new Set(seen).size).toBe(1)
    await expect.poll(() => mailsTo(addresses[0] ?? '').length).toBe(3)
    await expect.poll(() => service.database.db.query`select from outbox`).toEqual([])
    for (const email of addresses.slice(1)) expect(mailsTo(email)).toEqual([])
    const rows = await service.database.db.query<{ links: number }>`
      select count(*)::int as links from mailed_links
       where kind = 'new-browser' and created_at = to_timestamp(${service.clock.now()})`
    expect(rows).toEqual([{ links: 3 * addresses.length }])
  })
  // proves: threat-left-open-tab
  test('by a form that was shown before somebody signed in does nothing and comes again, with its program', async () => {
    const who = await citizen()
    const browser = newBrowser()
    const form = await browser.get(`${PATH}?resume=abc.def`)
    await signIn(browser, who)
    const answer = await browser.submit(form, { email: who.email }, { follow: false })
    const value = (name: string) => answer.html.querySelector(`input[name=${name}]`)?.getAttribute('value')
    expect([answer.status, value('email'), value('resume')]).toEqual([403, who.email, 'abc.def'])
    expect(mailsTo(who.email)).toEqual([])
  })
  // proves: threat-lock-out
  test('is limited as recovery is, but apart from it: neither uses up the other', async () => {
    const who = await closedCitizen()
    const ask = async (path: string) => {
      const browser = newBrowser()
      return (await browser.submit(await browser.get(path), { email: who.email }, { follow: false })).status
    }
    const asked = []
    for (let time = 0; time < 4; time += 1) asked.push(await ask(PATH), await ask('/recover/'))
    expect(asked).toEqual([303, 303, 303, 303, 303, 303, 429, 429])
  })
  test('fifty at once from one place are ten (contract section 8)', async () => {
    const browser = newBrowser()
    const page = await browser.get(PATH)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        browser.submit(page, { email: `p${round}.${at}@example.org` }, { follow: false }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(10)
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
  test('takes no form that this browser was not shown', async () => {
    const page = await newBrowser().get(PATH)
    expect((await newBrowser().submit(page, { email: 'a@example.org' })).status).toBe(403)
  })
})

describe('the mailed link of a browser', () => {
  // proves: threat-foreign-browser-link
  test('is not spent by GET, HEAD, a scanner that sends the form as it is, or another address', async () => {
    const who = await closedCitizen()
    const link = await linkFor(who.email)
    const scanner = newBrowser()
    const page = await scanner.get(link)
    expect(page.body).not.toContain(who.email)
    expect((await fetch(new URL(link, page.url), { method: 'HEAD' })).status).toBe(200)
    expect((await scanner.submit(page)).status).toBe(400)
    for (const email of ['', 'x', 'somebody.else@example.org', `${who.email}.example`])
      expect((await admit(link, email, scanner)).status).toBe(400)
    expect(titled(await tryPassword(scanner, who.email))).toEqual(REFUSED)
    const owner = newBrowser()
    expect((await admit(link, who.email, owner)).status).toBe(303)
    expect((await tryPassword(owner, who.email)).status).toBe(303)
  })
  test('works for 30 minutes, and not a second longer', async () => {
    const who = await closedCitizen()
    const link = await linkFor(who.email)
    const browser = newBrowser()
    const early = await browser.get(link)
    service.clock.advance(30 * 60 - 1)
    expect((await browser.get(link)).status).toBe(200)
    service.clock.advance(1)
    expect(titled(await browser.get(link))).toEqual(INVALID)
    expect(titled(await browser.submit(early, { email: who.email }))).toEqual(INVALID)
    expect(titled(await tryPassword(browser, who.email))).toEqual(REFUSED)
  })
  // proves: threat-foreign-browser-link
  test('20 browsers at once: one of them is admitted', async () => {
    const who = await closedCitizen()
    const link = await linkFor(who.email)
    const browsers = Array.from({ length: 20 }, () => newBrowser())
    const pages = await Promise.all(browsers.map((browser) => browser.get(link)))
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        browser.submit(pages[at] as Visited, { email: who.email }, { follow: false }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const [row] = await service.database.db.query<{ known: number }>`
      select count(*)::int as known from known_devices where citizen_id = ${who.citizenId}`
    expect(row).toEqual({ known: 1 })
    expect(titled(await admitAgain(link))).toEqual(INVALID)
  })
  // proves: threat-foreign-browser-link
  test('is none to a new password, nor the other way round', async () => {
    const who = await closedCitizen()
    const value = new URLSearchParams((await linkFor(who.email)).split('?')[1]).get('link') ?? ''
    const others = [
      `/recover/confirm/?link=${value}`,
      `/recover/confirm/?link=${value.replace('pbl_', 'prl_')}`,
      `${PATH}confirm/?link=${value.replace('pbl_', 'prl_')}`,
      `${PATH}confirm/?link=${value.slice(0, -1)}`,
      `${PATH}confirm/?link=${value}A`,
      `${PATH}confirm/?link=${value}&link=${value}`,
      `${PATH}confirm/`,
    ]
    for (const other of others)
      expect([other, titled(await newBrowser().get(other))]).toEqual([other, INVALID])
    const browser = newBrowser()
    await browser.submit(await browser.get('/recover/'), { email: who.email })
    await expect.poll(() => recoveryMail(who.email)).toBeDefined()
    const recovery = linkIn(recoveryMail(who.email)).split('=')[1] ?? ''
    expect(titled(await newBrowser().get(`${PATH}confirm/?link=${recovery}`))).toEqual(INVALID)
  })
  // proves: threat-foreign-browser-link
  test.each([
    ['is suspended', 'standing', 'suspended'],
    ['has a new password', 'version', '2'],
  ] as const)('does nothing for a citizen who %s meanwhile', async (_what, column, value) => {
    const who = await closedCitizen()
    const link = await linkFor(who.email)
    const browser = newBrowser()
    const early = await browser.get(link)
    if (column === 'standing')
      await service.database.db
        .query`update citizens set standing = ${value} where citizen_id = ${who.citizenId}`
    else
      await service.database.db
        .query`update citizens set security_version = 2 where citizen_id = ${who.citizenId}`
    expect(titled(await browser.submit(early, { email: who.email }))).toEqual(INVALID)
    expect(titled(await browser.get(link))).toEqual(INVALID)
  })
  test('is in no log line', () => {
    const log = service.logLines.join('\n')
    expect(log).toContain('/recover/')
    expect(log).not.toMatch(/pbl_|@example/)
  })

  const admitAgain = (link: string) => newBrowser().get(link)
  const recoveryMail = (email: string) =>
    service.smtp.taken.find(
      ({ recipients, parsed }) => recipients[0] === email && parsed.subject === 'Choose a new password',
    )?.parsed.text
})
