import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { ENROLLMENT } from '../enrollment/index.ts'
import { linkIn, type MailingService, startMailingService } from '../enrollment/mailing-service.fixture.ts'
import { systemRandom } from '../platform/system-random.ts'
import { RECOVERY } from '../recovery/index.ts'
import { CODE_TRIES } from './code.ts'

const PASSWORD = 'seven green horses'
const DAY_SECONDS = 24 * 60 * 60
/** Every number that was drawn for a code. */
const drawnNumbers: number[] = []
function drawn(length: number): Buffer {
  const bytes = systemRandom.bytes(length)
  if (length === 4) drawnNumbers.push(bytes.readUInt32BE())
  return bytes
}
let service: MailingService
/** Whether mail can be sent. */
let isMailOpen = true
/** Who has counted a try waits until so many have. */
let meeting: { missing: number; readonly complete: PromiseWithResolvers<void> } | undefined
let round = 0
let browser: TestBrowser
beforeAll(async () => {
  service = await startMailingService((parts) => {
    const mail = { ...parts.mail, available: () => isMailOpen && parts.mail.available() }
    const spend: typeof parts.limits.spend = async (limit, of) => {
      if (limit === 'code-per-email' && meeting && (meeting.missing -= 1) === 0) meeting.complete.resolve()
      if (limit === 'code-per-email') await meeting?.complete.promise
      return parts.limits.spend(limit, of)
    }
    const watched = { ...parts, mail, limits: { ...parts.limits, spend }, random: { bytes: drawn } }
    return [...ENROLLMENT.routes(watched), ...RECOVERY.routes(watched)]
  })
})
afterAll(() => service.close())
beforeEach(() => {
  round += 1
  browser = service.browser(`203.0.113.${round}`)
})
afterEach(() => service.freeLimits())

const address = () => `code${round}@example.org`
const citizen = () => addCitizen({ foundation: service.parts }, { email: address(), phoneNumber: '' })
const ASK = {
  '/register/': { full_name: 'Ada Lovelace' },
  '/recover/': {},
  '/login/new-browser/': {},
} as const
type Place = keyof typeof ASK

/** Asks for a mail, and returns the page after it. */
async function ask(place: Place, by = browser, email = address()): Promise<Visited> {
  const sent = await by.submit(await by.get(place), { ...ASK[place], email })
  expect(new URL(sent.url).pathname).toBe(`${place}sent/`)
  return sent
}
const newest = async (count = 1, email = address()) =>
  (await service.smtp.arrivedFor(email, count)).at(-1)?.parsed.text ?? ''
const codeIn = (text: string) => /^(\d{6})$/m.exec(text)?.[1] ?? ''
/** Another code than this one. */
const wrong = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const type = (page: Visited, code: string, by = browser) =>
  by.submit(page, { code, shown: '' }, { button: 'Continue' })
const titleOf = (page: Visited) => page.html.querySelector('h1')?.text
const saysWhy = ({ html }: Visited) => html.querySelector('[role=alert]')?.text.replaceAll(/\s+/g, ' ')
const OVER = 'A code for this email does not work any more'
const eventsNamed = (name: string) =>
  service.database.db.query<{ details: object }>`
    select details from audit_events where name = ${name} order by at, details->>'tries'`

describe('a code instead of the link', () => {
  test.each([
    ['/register/', 'Choose a password'],
    ['/recover/', 'Choose a new password'],
    ['/login/new-browser/', 'Use this browser for your account'],
  ] as const)('leads on from %s, and the mailed link ends with it', async (place, title) => {
    if (place !== '/register/') await citizen()
    const page = await ask(place)
    const mail = await newest()
    const code = codeIn(mail)
    const next = await type(page, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([next.status, titleOf(next)]).toEqual([200, title])
    const opened = await service.browser().get(linkIn(mail))
    expect([opened.status, titleOf(opened)]).toEqual([400, 'This link does not work'])
    expect(codeIn(mail)).not.toBe('')
  })
  test('registers, and recovers, to the end', async () => {
    const registered = await type(await ask('/register/'), codeIn(await newest()))
    const done = await browser.submit(registered, { password: PASSWORD }, { follow: false })
    expect(done.location).toMatch(/\/account\/$/)
    const recovering = await type(await ask('/recover/'), codeIn(await newest(2)))
    const changed = await browser.submit(recovering, { password: `${PASSWORD} again` }, { follow: false })
    expect(changed.location).toMatch(/\/account\/$/)
  })
  test('is over when the link was used, and each of them works once', async () => {
    const page = await ask('/register/')
    const mail = await newest()
    const phone = service.browser()
    await phone.submit(await phone.get(linkIn(mail)), { password: PASSWORD })
    const late = await type(page, codeIn(mail))
    expect([late.status, saysWhy(late)]).toEqual([400, expect.stringContaining(OVER)])
    // The password is set elsewhere: the browser that asked is led on, and not to a mail that is of no use.
    expect(saysWhy(late)).not.toContain('newest email')
    const [way] = late.html.querySelectorAll('main a.button')
    expect([way?.text, way?.getAttribute('href')]).toEqual(['Sign in', '/login/'])
  })
  test('a code that was used is over, also with the cookies of before', async () => {
    const page = await ask('/register/')
    const before = new Map(browser.cookies)
    const code = codeIn(await newest())
    expect((await type(page, code)).status).toBe(200)
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(saysWhy(await type(page, code))).toContain(OVER)
  })
  test('the mail has it in text and HTML, and a mail that a program asked for has none', async () => {
    await ask('/register/')
    const [mail] = await service.smtp.arrivedFor(address())
    const code = codeIn(mail?.parsed.text ?? '')
    expect(code).toMatch(/^\d{6}$/)
    expect(String(mail?.parsed.html).replaceAll(/<[^>]*>/g, '')).toContain(code)
    const email = `api${round}@example.org`
    await service.send('/api/v1/accounts/register/', JSON.stringify({ full_name: 'Ada', email }))
    expect(codeIn(await newest(1, email))).toBe('')
    const { email: known } = await addCitizen({ foundation: service.parts })
    await service.send('/api/v1/accounts/recover/', JSON.stringify({ email: known }))
    const asked = await newest(1, known)
    expect([codeIn(asked), linkIn(asked)]).toEqual(['', expect.stringContaining('/recover/')])
  })
  test('of three browsers that come with it at the same moment, one is led on', async () => {
    const page = await ask('/register/')
    const code = codeIn(await newest())
    meeting = { missing: 3, complete: Promise.withResolvers() }
    const next = await Promise.all(Array.from({ length: 3 }, () => type(page, code)))
    meeting = undefined
    expect(next.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const late of next.filter(({ status }) => status === 400)) expect(saysWhy(late)).toContain(OVER)
  })
  test('phones and browsers know the field', async () => {
    const { html } = await ask('/register/')
    const field = html.querySelector('input[name=code]')
    expect(field?.getAttribute('autocomplete')).toBe('one-time-code')
    expect(field?.getAttribute('inputmode')).toBe('numeric')
    expect(field?.getAttribute('maxlength')).toBeUndefined()
  })
})

// proves: threat-mailed-code-guessing
describe('guessing a code', () => {
  test('five tries are counted; the sixth is refused although it is right, and the link still works', async () => {
    const page = await ask('/register/')
    const mail = await newest()
    const code = codeIn(mail)
    const answers = []
    for (let step = 1; step <= CODE_TRIES; step += 1)
      answers.push(saysWhy(await type(page, wrong(code, step))))
    expect(answers.map((answer) => /(\d) more times|once more/.exec(answer ?? '')?.[0])).toEqual([
      '4 more times',
      '3 more times',
      '2 more times',
      'once more',
      undefined,
    ])
    expect(answers.at(-1)).toContain(OVER)
    expect(saysWhy(await type(page, code))).toContain(OVER)
    expect(titleOf(await service.browser().get(linkIn(mail)))).toBe('Choose a password')
    const events = await eventsNamed('mailed-code-refused')
    expect(events.slice(-5)).toEqual(
      [1, 2, 3, 4, 5].map((tries) => ({ details: { kind: 'registration', tries } })),
    )
  })
  test('what is no code is no try', async () => {
    const page = await ask('/register/')
    const code = codeIn(await newest())
    for (const typed of ['', '12345', '1234567', 'abcdef', `${code}0`, '１２３', code.replace(/\d/, 'x')])
      expect(saysWhy(await type(page, typed))).toContain('Enter the 6 digits')
    expect(titleOf(await type(page, code))).toBe('Choose a password')
  })
  test('the code of another browser does not work, with its page or with its cookie', async () => {
    const page = await ask('/register/')
    const other = service.browser()
    const otherPage = await ask('/register/', other)
    const [mine, theirs] = (await service.smtp.arrivedFor(address(), 2)).map(({ parsed }) =>
      codeIn(parsed.text ?? ''),
    )
    expect(saysWhy(await type(otherPage, mine ?? '', other))).toContain('This code is not right')
    expect((await type(page, theirs ?? '', other)).status).toBe(403)
    other.cookies.set('portico_registered', browser.cookies.get('portico_registered') ?? '')
    expect((await other.get('/register/sent/')).html.querySelector('input[name=code]')).toBeNull()
    const csrf_token = otherPage.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const posted = await other.post('/register/sent/', { csrf_token, code: mine ?? '' })
    expect(saysWhy(posted)).toContain(OVER)
    expect(titleOf(await type(page, mine ?? ''))).toBe('Choose a password')
  })
  test('a browser that has asked for nothing has no field, and its form is refused', async () => {
    await ask('/register/')
    const code = codeIn(await newest())
    const stranger = service.browser()
    const page = await stranger.get('/register/sent/')
    expect(page.html.querySelector('input[name=code]')).toBeNull()
    const csrf = (await stranger.get('/register/')).html.querySelector('input[name=csrf_token]')
    const fields = { csrf_token: csrf?.getAttribute('value') ?? '', code }
    expect(saysWhy(await stranger.post('/register/sent/', fields))).toContain(OVER)
    expect((await stranger.post('/register/sent/', { code })).status).toBe(403)
  })
  test('a code is over when its link has expired', async () => {
    await citizen()
    const page = await ask('/recover/')
    const code = codeIn(await newest())
    service.clock.advance(30 * 60)
    expect(saysWhy(await type(page, code))).toContain(OVER)
  })
  test('a newer mail ends the code before, also for who kept the cookie of then; both links work', async () => {
    const page = await ask('/register/')
    const kept = browser.cookies.get('portico_registered') ?? ''
    const first = await newest()
    service.clock.advance(60)
    const again = await browser.submit(
      await browser.get('/register/sent/'),
      {},
      { button: 'Send the email again' },
    )
    const second = await newest(2)
    expect(saysWhy(await type(again, codeIn(first)))).toContain('This code is not right')
    const newer = browser.cookies.get('portico_registered') ?? ''
    browser.cookies.set('portico_registered', kept)
    expect(saysWhy(await type(page, codeIn(first)))).toContain(OVER)
    expect(titleOf(await service.browser().get(linkIn(first)))).toBe('Choose a password')
    browser.cookies.set('portico_registered', newer)
    expect(titleOf(await type(again, codeIn(second)))).toBe('Choose a password')
  })
  test('an address has as many tries in a day as the mails of one hour, and its links still work', async () => {
    const guesser = service.browser('198.51.100.77')
    let code = ''
    for (let mails = 1; mails <= 3; mails += 1) {
      const page = await ask('/register/', guesser)
      code = codeIn(await newest(mails))
      for (let step = 1; step <= CODE_TRIES; step += 1) await type(page, wrong(code, step), guesser)
    }
    service.clock.advance(3601)
    const page = await ask('/register/')
    const mail = await newest(4)
    const closed = await type(page, codeIn(mail))
    expect([closed.status, saysWhy(closed)]).toEqual([
      429,
      expect.stringContaining('Too many codes were typed for this address today'),
    ])
    expect(titleOf(await service.browser().get(linkIn(mail)))).toBe('Choose a password')
    service.clock.advance(DAY_SECONDS)
    expect(titleOf(await type(await ask('/register/'), codeIn(await newest(5))))).toBe('Choose a password')
  })
  test('a code that is over uses up none of them, so many as may be typed', async () => {
    await citizen()
    const old = await ask('/recover/')
    for (let count = 0; count < CODE_TRIES; count += 1)
      await type(old, wrong(codeIn(await newest()), count + 1))
    for (let count = 0; count < 30; count += 1) expect(saysWhy(await type(old, '123456'))).toContain(OVER)
    const page = await ask('/recover/')
    expect(titleOf(await type(page, codeIn(await newest(2))))).toBe('Choose a new password')
  })

  test('a network has a limit of its own', async () => {
    const page = await ask('/register/')
    let status = 0
    let tried = 0
    while (status !== 429 && tried < 60) {
      status = (await type(page, 'none')).status
      tried += 1
    }
    expect([status, tried]).toEqual([429, 51])
  })
})

// proves: threat-enumeration-by-code
test('an address without an account gets the same pages for the same tries, and no code fits', async () => {
  await citizen()
  const known = await ask('/recover/')
  const nobody = service.browser()
  const unknown = await ask('/recover/', nobody, `no${address()}`)
  const taken = service.browser()
  const registering = await ask('/register/', taken)
  const bare = ({ body }: Visited) =>
    body.replaceAll(/<p class="reference">.*<\/p>|value="[^"]*"/g, '').replaceAll(`no${address()}`, address())
  expect(bare(unknown)).toBe(bare(known))
  for (let step = 1; step <= CODE_TRIES + 1; step += 1) {
    const [here, there] = [await type(known, '000000'), await type(unknown, '000000', nobody)]
    expect([bare(there), there.status]).toEqual([bare(here), here.status])
    expect((await type(registering, '000000', taken)).status).toBe(400)
  }
  const [, reply] = await service.smtp.arrivedFor(address(), 2)
  expect(reply?.parsed.subject).toBe('You already have an account')
  expect(codeIn(reply?.parsed.text ?? '')).toBe('')
})

// proves: threat-enumeration-by-code
test('the code that was made for an address without an account, or with one, does not fit; that in a mail does', async () => {
  await citizen()
  const codesOf = async (asking: Promise<Visited>) => {
    drawnNumbers.length = 0
    const page = await asking
    return { page, codes: drawnNumbers.map((number) => String(number % 1_000_000).padStart(6, '0')) }
  }
  const mailed = await codesOf(ask('/recover/'))
  expect(mailed.codes).toEqual([codeIn(await newest())])
  const [nobody, taken] = [service.browser(), service.browser()]
  const unknown = await codesOf(ask('/recover/', nobody, `no${address()}`))
  const registered = await codesOf(ask('/register/', taken))
  for (const [by, { page, codes }] of [
    [nobody, unknown],
    [taken, registered],
  ] as const) {
    expect(codes).toHaveLength(2)
    for (const code of codes) expect(saysWhy(await type(page, code, by))).toContain('This code is not right')
  }
})

test('the cookie shows neither the citizen, nor the name, nor the link', async () => {
  const { citizenId } = await citizen()
  await ask('/recover/')
  const mail = await newest()
  await ask('/register/')
  const link = new URL(linkIn(mail), 'http://x').searchParams.get('link') ?? ''
  const { db } = service.database
  const rows = await db.query<{
    hash: Buffer
  }>`select link_hash as hash from mailed_links where citizen_id = ${citizenId}`
  const secrets = [citizenId, 'Lovelace', link, ...rows.map(({ hash }) => hash.toString('base64url'))]
  const parts = [...browser.cookies.values()].flatMap((value) =>
    value.split('.').map((part) => ({ value, part })),
  )
  for (const { value, part } of parts) {
    const once = Buffer.from(part, 'base64url').toString()
    const [, inner = ''] = /"([^"]*)"/.exec(once) ?? []
    const read = [value, once, Buffer.from(inner, 'base64url').toString('latin1')].join(' ')
    expect(secrets.filter((secret) => read.includes(secret))).toEqual([])
  }
})

describe('send it again', () => {
  const AGAIN = { button: 'Send the email again' }
  test('waits a minute, says how long, and then sends the same request', async () => {
    const page = await ask('/register/')
    expect(page.html.text).toContain('You can send it again in 60 seconds.')
    service.clock.advance(15)
    const early = await browser.submit(page, {}, AGAIN)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '45'])
    expect(saysWhy(early)).toContain('You can send it again in 45 seconds')
    service.clock.advance(45)
    const again = await browser.submit(early, {}, AGAIN)
    expect(again.html.querySelector('[role=status]')?.text).toContain('asked for again')
    const [first, second] = await service.smtp.arrivedFor(address(), 2)
    expect(second?.parsed.text).toContain('Hello Ada Lovelace')
    expect(linkIn(second?.parsed.text)).not.toBe(linkIn(first?.parsed.text))
  })
  test('tells the limit of the address, the same for one that has no account', async () => {
    await citizen()
    const nobody = service.browser('192.0.2.9')
    const pages = [await ask('/recover/'), await ask('/recover/', nobody, `no${address()}`)]
    const press = async () => {
      service.clock.advance(60)
      const [known, unknown] = pages as [Visited, Visited]
      return [await browser.submit(known, {}, AGAIN), await nobody.submit(unknown, {}, AGAIN)] as const
    }
    for (let times = 1; times <= 2; times += 1)
      for (const sent of await press())
        expect([sent.status, new URL(sent.url).pathname]).toEqual([200, '/recover/sent/'])
    const refused = await press()
    for (const page of refused) {
      expect([page.status, page.headers.get('retry-after')]).toEqual([429, '3420'])
      expect(saysWhy(page)).toContain('Wait 57 minutes')
      expect(page.html.text).toContain('You can send it again in 57 minutes.')
    }
    expect((await browser.get('/recover/sent/')).html.text).toContain('You can send it again in 57 minutes.')
  })
  test('while mail cannot be sent says so, and waits no longer when it can', async () => {
    const page = await ask('/register/')
    service.clock.advance(60)
    isMailOpen = false
    const closed = await browser.submit(page, {}, AGAIN)
    isMailOpen = true
    expect([closed.status, saysWhy(closed)]).toEqual([503, expect.stringContaining('email')])
    const again = await browser.submit(closed, {}, AGAIN)
    expect(again.html.querySelector('[role=status]')?.text).toContain('asked for again')
    expect(await service.smtp.arrivedFor(address(), 2)).toHaveLength(2)
  })
  test('a form of another browser or site sends nothing', async () => {
    const page = await ask('/register/')
    service.clock.advance(60)
    expect((await service.browser().submit(page, {}, AGAIN)).status).toBe(403)
    const crossSite = { ...AGAIN, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await browser.submit(page, {}, crossSite)).status).toBe(403)
    const stranger = service.browser()
    const csrf = (await stranger.get('/register/')).html.querySelector('input[name=csrf_token]')
    const answer = await stranger.post('/register/again/', { csrf_token: csrf?.getAttribute('value') ?? '' })
    expect(new URL(answer.url).pathname).toBe('/register/')
    expect(await service.smtp.arrivedFor(address())).toHaveLength(1)
  })
})
