// Takes over 10 s: each case goes through the pages of a service, has a relay refuse its letters, and purges before.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { codeIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'
import { MAIL_TABLES } from '../mail/tables.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { purgesOf } from '../platform/postgres/table.ts'

const DAY_SECONDS = 24 * 60 * 60
const REFUSED = 'Your mail provider refused our mail'
const WAITING = 'Check your email'
const WORDS = '5.2.2 mailbox of an Evil <b>relay</b> is full'
const TYPED = { full_name: 'Ada Lovelace', phone_number: '' }
/** How the mail server of a recipient refuses for good. */
const FOR_GOOD = [
  ['RCPT', 550],
  ['RCPT', 552],
  ['DATA', 552],
] as const

let service: TestService
let relay: RelayOf
/** What the database answers when a refusal is read. */
let fault: Error | undefined
let round = 0
let browser: TestBrowser
let email = ''

/** The database of the service, which answers with the fault whenever a refusal is read. */
const between = (db: Database): Database => ({
  ...db,
  layout: () => db.layout(),
  transaction: (work) => db.transaction(work),
  query: async (statement, ...values) => {
    if (fault && statement.join('').includes('from refused_letters')) throw fault
    return db.query<never>(statement, ...values)
  },
})

beforeAll(async () => {
  service = await startTestService({ between })
  relay = await relayOf(service)
})
beforeEach(async () => {
  round += 1
  fault = undefined
  relay.smtp.behave({})
  await relay.sendDue()
  await purgeOld()
  browser = service.browser()
  email = `refused${round}@example.org`
})
afterAll(async () => {
  await relay?.close()
  await service?.close()
})

const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text
const ask = async (path: string, to = email, by = browser) =>
  by.submit(await by.get(path), { ...(path === '/register/' && TYPED), email: to })
const look = (path = '/register/', by = browser) => by.get(`${path}sent/`)
const rows = () => service.foundation.db.query`select refused_letters::text as all from refused_letters`
/** A page without what is new in each answer, and without the address. */
const withoutChance = ({ body }: Visited, address: string) =>
  body
    .replace(/<p class="reference">.*<\/p>|name="(?:back|csrf_token|shown)" value="[^"]*"/g, '')
    .replaceAll(address, 'ADDRESS')

async function addAs(standing: 'suspended' | 'closed'): Promise<void> {
  const { citizenId } = await addCitizen(service, { email })
  await service.foundation.db
    .query`update citizens set standing = ${standing} where citizen_id = ${citizenId}`
}

/** Asks, has the letter refused, and looks at the page that waits. */
async function refused(path = '/register/', to = email, by = browser): Promise<Visited> {
  await ask(path, to, by)
  relay.refuse('RCPT', 552, WORDS)
  await relay.sendDue()
  return look(path, by)
}

// proves: design-7.8-refused-is-told
describe('the browser that waits for the mail of a registration', () => {
  test.each(FOR_GOOD)('reads that it was refused for good, at %s with %i', async (at, code) => {
    expect(titleOf(await ask('/register/'))).toBe(WAITING)
    relay.refuse(at, code, WORDS)
    await relay.sendDue()
    const page = await look()
    expect([page.status, titleOf(page)]).toEqual([200, REFUSED])
    expect(page.html.querySelector('main')?.text).toContain(email)
    expect(page.body).not.toMatch(/Evil|relay|55[0-4]/)
    expect(page.html.querySelector('input[name=code]')).toBeNull()
    expect(page.html.querySelector('main .actions a')?.getAttribute('href')).toBe('/register/')
  })

  test.each([
    ['RCPT', 450],
    ['RCPT', 451],
    ['DATA', 451],
    ['DATA', 452],
  ] as const)('reads nothing where it may still come: %s with %i', async (at, code) => {
    await ask('/register/')
    relay.refuse(at, code, WORDS)
    await relay.sendDue()
    expect(titleOf(await look())).toBe(WAITING)
    relay.smtp.behave({})
    service.clock.advance(60)
    expect(await relay.sendDue()).toBe(1)
  })

  test('reads nothing where the mail server takes none from us, or its rules refuse ours', async () => {
    await ask('/register/')
    relay.refuse('RCPT', 554, '5.7.1 relay access denied')
    await relay.sendDue()
    relay.smtp.behave({})
    service.clock.advance(60)
    expect([titleOf(await look()), await relay.sendDue()]).toEqual([WAITING, 1])
  })

  test('has it sent again, and goes on with the code of that one', async () => {
    const page = await refused()
    service.clock.advance(60)
    relay.smtp.behave({})
    const again = await browser.submit(await look(), {}, { button: 'Send the email again' })
    expect([titleOf(page), titleOf(again)]).toEqual([REFUSED, WAITING])
    const code = codeIn(await newestLetter(service.foundation, 'registration', email))
    expect(await relay.sendDue()).toBe(1)
    expect((await browser.submit(again, { code }, { button: 'Continue' })).url).toContain(
      '/register/confirm/',
    )
  })

  test('reads it without a script, too: from the button that is pressed too early', async () => {
    const waits = await ask('/register/')
    relay.refuse('DATA', 552, WORDS)
    await relay.sendDue()
    const early = await browser.submit(waits, {}, { button: 'Send the email again' })
    expect([early.status, titleOf(early)]).toEqual([429, REFUSED])
    expect(early.html.querySelector('[role=alert]')?.text).toContain('a moment ago')
  })

  test('looks once more by itself when its wait is over, and not after that', async () => {
    const lookAt = (page: Visited) => page.html.querySelector('[data-wait]')?.getAttribute('data-look')
    expect(lookAt(await ask('/register/'))).toBe('/register/sent/')
    service.clock.advance(60)
    expect((await look()).html.querySelector('[data-wait]')).toBeNull()
    expect(lookAt(await refused('/register/', `x.${email}`))).toBeUndefined()
  })

  test('waits as before while the database does not answer', async () => {
    await refused()
    fault = new DatabaseUnavailable('away')
    expect(titleOf(await look())).toBe(WAITING)
    expect(service.logLines.join()).toContain('refusal-not-read')
  })
  test('hides no fault of its own', async () => {
    await refused()
    fault = new Error('a fault of the statement')
    expect((await look()).status).toBe(500)
    expect(service.logLines.join()).toContain('a fault of the statement')
  })
})

// proves: threat-refusal-tells-accounts
describe('a refusal', () => {
  const KINDS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['an active account', () => addCitizen(service, { email })],
    ['a suspended account', () => addAs('suspended')],
    ['a closed account', () => addAs('closed')],
    ['a registration that waits', () => ask('/register/', email, service.browser())],
  ]
  test.each(KINDS)('is the same page for %s as for nobody', async (_, prepare) => {
    await prepare()
    const nobody = service.browser()
    const [known, unknown] = [await refused(), await refused('/register/', `nobody.${email}`, nobody)]
    expect([titleOf(known), known.status]).toEqual([REFUSED, unknown.status])
    expect(withoutChance(known, email)).toBe(withoutChance(unknown, `nobody.${email}`))
  })

  test.each(['/recover/', '/login/new-browser/'])(
    'is never told where only an account gets a mail: %s',
    async (path) => {
      await addCitizen(service, { email })
      const nobody = service.browser()
      const [known, unknown] = [await refused(path), await refused(path, `nobody.${email}`, nobody)]
      expect([titleOf(known), await rows()]).toEqual([WAITING, []])
      expect(known.body).not.toContain('data-look')
      expect(withoutChance(known, email)).toBe(withoutChance(unknown, `nobody.${email}`))
    },
  )

  test('is read by the browser alone that asked, and by none after a sign-in there', async () => {
    await refused()
    const stranger = service.browser()
    relay.smtp.behave({})
    await ask('/register/', email, stranger)
    await relay.sendDue()
    expect([titleOf(await look('/register/', stranger)), titleOf(await look())]).toEqual([WAITING, REFUSED])
    const thief = service.browser()
    await thief.get('/register/')
    thief.cookies.set('portico_registered', browser.cookies.get('portico_registered') ?? '')
    expect(titleOf(await look('/register/', thief))).toBe(WAITING)
  })

  test('is kept without the address and the words, and told until the link would be over', async () => {
    await refused()
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/refused\d|example|full|Evil/)
    const { db } = service.foundation
    const events = await db.query<{ all: string }>`
      select audit_events::text as all from audit_events where name = 'letter-given-up' order by at desc limit 1`
    expect(events[0]?.all).toContain('refused-recipient')
    expect(events[0]?.all).not.toMatch(/refused\d+@|Evil/)
    service.clock.advance(DAY_SECONDS)
    expect(titleOf(await look())).toBe(WAITING)
    await purgeOld()
    expect(await rows()).toEqual([])
  })
})

/** Deletes what is over, when no supporter can tell it any more. */
async function purgeOld(): Promise<void> {
  service.clock.advance(5 * DAY_SECONDS)
  for (const purge of purgesOf(MAIL_TABLES)) await purgeAll(purge, service.foundation)
}
