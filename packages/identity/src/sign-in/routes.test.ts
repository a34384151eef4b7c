// Takes over 10 s: hundreds of passwords are tried at a real service, 150 of them at once at the cost that the service has.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, hashAtServiceCost, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, setPasswordHash } from '../citizens/index.ts'
import { createPasswordHasher } from '../passwords/index.ts'
import { mintToken } from '../platform/opaque-token.ts'

let service: TestService
let addresses = 0

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1' } })
})
afterAll(() => service.close())

/** A browser somewhere else than every other browser. */
function newBrowser(headers: Record<string, string> = {}): TestBrowser {
  addresses += 1
  const address = `198.18.${addresses >> 8}.${addresses & 255}`
  return service.browser({ 'accept-language': 'en', 'x-forwarded-for': address, ...headers })
}

async function tryPassword(browser: TestBrowser, email: string, password: string): Promise<Visited> {
  return browser.submit(await browser.get('/login/'), { email, password }, { follow: false })
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/login/', { follow: false })).status === 302
}

function cookieLine(answer: Visited, name: string): string | undefined {
  return answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))
}

async function eventsOf(citizen: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${citizen.citizenId} order by name`
  return rows.map(({ name }) => name)
}

async function lettersTo(citizen: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${citizen.email}`
  return rows.map(({ kind }) => kind)
}

describe('the form', () => {
  // proves: core-3.1.2.3-csrf-clickjacking
  test('asks for address and password, and its page may be neither kept nor framed', async () => {
    const page = await newBrowser().get('/login/')
    expect(page.status).toBe(200)
    expect(page.html.querySelector('input[type=email][name=email]')).not.toBeNull()
    expect(page.html.querySelector('input[type=password][name=password]')).not.toBeNull()
    expect(page.html.querySelector('a[href="/register/"]')).not.toBeNull()
    expect(page.html.querySelector('a[href="/recover/"]')).not.toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
  })
  test('is not shown to somebody who is signed in', async () => {
    const browser = newBrowser()
    await signIn(browser, await addCitizen(service))
    const answer = await browser.get('/login/', { follow: false })
    expect([answer.status, answer.location]).toEqual([302, `${service.baseUrl}/account/`])
  })
})

describe('the right password', () => {
  // proves: contract-1.6-login-page
  test('signs in and leads to the account', async () => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    const answer = await tryPassword(browser, ` ${citizen.email.toUpperCase()} `, TEST_PASSWORD)
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
    expect(await isSignedIn(browser)).toBe(true)
    expect(await eventsOf(citizen)).toEqual(['signed-in'])
  })
  // proves: threat-slow-password-check
  test('signs in although it would be refused if it were chosen now', async () => {
    const citizen = await addCitizen(service)
    const hashed = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash('password12345678')
    if (!hashed.ok) throw new Error(hashed.refusal)
    const { db } = service.foundation
    await db.transaction((tx) => setPasswordHash(tx, citizen.citizenId, hashed.value, service.clock.now()))
    const browser = newBrowser()
    await signIn(browser, citizen, 'password12345678')
    expect(await isSignedIn(browser)).toBe(true)
  })
  test('also of a citizen whose address has to be confirmed', async () => {
    const browser = newBrowser()
    await signIn(browser, await addCitizen(service, { emailVerified: false }))
    expect(await isSignedIn(browser)).toBe(true)
  })
  // proves: threat-cookie-theft
  test('gives a cookie that scripts, other sites and other hosts do not get', async () => {
    const citizen = await addCitizen(service)
    const answer = await tryPassword(newBrowser(), citizen.email, TEST_PASSWORD)
    expect(cookieLine(answer, 'portico_session')).toMatch(
      /^portico_session=[A-Za-z0-9_-]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
    )
  })
  // proves: threat-cookie-theft
  test('on https the cookie is __Host- and Secure', async () => {
    const secure = await startTestService({ environment: { PORTICO_BASE_URL: 'https://id.example.test' } })
    const citizen = await addCitizen(secure)
    const browser = secure.browser()
    const form = (await browser.get('/login/')).html
    const token = form.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const fields = { email: citizen.email, password: TEST_PASSWORD, csrf_token: token }
    const answer = await browser.post('/login/', fields, { follow: false })
    expect(cookieLine(answer, '__Host-portico_session')).toMatch(
      /^__Host-portico_session=[A-Za-z0-9_-]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600$/,
    )
    expect(cookieLine(answer, '__Host-portico_browser')).toContain('; Secure')
    await secure.close()
  })
  // proves: design-7.26-session-14-days
  test('lasts fourteen days, by our clock and not by the browser’s', async () => {
    const browser = newBrowser()
    await signIn(browser, await addCitizen(service))
    service.clock.advance(14 * 24 * 60 * 60 - 1)
    expect(await isSignedIn(browser)).toBe(true)
    service.clock.advance(1)
    expect(await isSignedIn(browser)).toBe(false)
  })
  // proves: threat-session-fixation
  test('makes a planted cookie worthless (session fixation)', async () => {
    const citizen = await addCitizen(service)
    const planted = mintToken(service.foundation.random, 'session', citizen.citizenId).value.reveal()
    const [victim, attacker] = [newBrowser(), newBrowser()]
    victim.cookies.set('portico_session', planted)
    attacker.cookies.set('portico_session', planted)
    await signIn(victim, citizen)
    expect(victim.cookies.get('portico_session')).not.toBe(planted)
    expect(await isSignedIn(attacker)).toBe(false)
  })
  // proves: threat-session-fixation
  test('in the live session of an attacker’s own account ends that session, and mixes nothing', async () => {
    const [mallory, citizen] = [await addCitizen(service), await addCitizen(service)]
    const [attacker, victim] = [newBrowser(), newBrowser()]
    await signIn(attacker, mallory)
    victim.cookies.set('portico_session', attacker.cookies.get('portico_session') ?? '')
    const attempt = newAttempt(await addProgram(service), { prompt: 'login' })
    const form = await victim.get(authorizeAddress(attempt))
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    expect((await victim.submit(form, fields, { follow: false })).status).toBe(303)
    expect(await isSignedIn(attacker)).toBe(false)
    expect(await eventsOf(mallory)).toEqual(['session-ended', 'signed-in'])
  })
})

describe('a browser that is new to the account', () => {
  // proves: design-8-security-mails
  test('is announced by mail, but not the very first one, and each only once', async () => {
    const citizen = await addCitizen(service)
    const [first, second] = [newBrowser(), newBrowser()]
    await signIn(first, citizen)
    expect(await lettersTo(citizen)).toEqual([])
    await signIn(second, citizen)
    expect(await lettersTo(citizen)).toEqual(['new-device'])
    for (const browser of [first, second]) {
      browser.cookies.delete('portico_session')
      await signIn(browser, citizen)
    }
    expect(await lettersTo(citizen)).toEqual(['new-device'])
  })
  test('is not announced when it only guessed', async () => {
    const citizen = await addCitizen(service)
    await signIn(newBrowser(), citizen)
    await tryPassword(newBrowser(), citizen.email, 'not the right one')
    expect(await lettersTo(citizen)).toEqual([])
  })
})

describe('every refusal looks the same', () => {
  // proves: design-7.31-same-for-all, threat-enumeration-by-answer
  test('unknown, pending, suspended, closed, unreadable, wrong, and with a stored hash that nothing reads: same status, headers and body', async () => {
    const { db, clock } = service.foundation
    const wrong = await addCitizen(service)
    const suspended = await addCitizen(service, { standing: 'suspended' })
    const closed = await addCitizen(service, { standing: 'closed', passwordHash: '' })
    const broken = await addCitizen(service, { passwordHash: '$nonsense' })
    const pending = 'pending@example.test'
    await db.query`
      insert into mailed_links (citizen_id, link_hash, kind, email, full_name, phone_number, language, created_at, expires_at)
      select ${wrong.citizenId}::uuid, '\\x00', 'registration', ${pending}, 'P', '', 'en', at, at + interval '1 day'
        from to_timestamp(${clock.now()}) at`
    const browser = newBrowser()
    const answers: [string, string][] = [
      [wrong.email, 'not the right one'],
      [wrong.email, 'x'.repeat(5000)],
      [suspended.email, TEST_PASSWORD],
      [suspended.email, 'not the right one'],
      [closed.email, TEST_PASSWORD],
      [broken.email, TEST_PASSWORD],
      [pending, TEST_PASSWORD],
      ['nobody@example.test', TEST_PASSWORD],
      ['no address', TEST_PASSWORD],
    ]
    const seen = new Set<string>()
    for (const [email, password] of answers) {
      seen.add(appearance(await tryPassword(browser, email, password), email))
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toContain('"status":400')
    expect(await isSignedIn(browser)).toBe(false)
  })
  // proves: threat-enumeration-by-effect
  test('slowed guesses look the same too, after as many tries', async () => {
    const known = await addCitizen(service)
    const suspended = await addCitizen(service, { standing: 'suspended' })
    const histories: string[] = []
    for (const email of [known.email, suspended.email, 'nobody.at.all@example.test']) {
      const browser = newBrowser()
      const history: string[] = []
      for (let time = 0; time < 7; time += 1)
        history.push(appearance(await tryPassword(browser, email, 'nope'), email))
      histories.push(history.join('\n'))
    }
    expect(new Set(histories).size).toBe(1)
    expect(histories[0]).toContain('"status":429')
  })
  test('only the audit knows why, and it never holds what was typed', async () => {
    const suspended = await addCitizen(service, { standing: 'suspended' })
    await tryPassword(newBrowser(), suspended.email, TEST_PASSWORD)
    await tryPassword(newBrowser(), suspended.email, 'a very secret guess')
    const events = await service.foundation.db.query<{ details: object }>`
      select details from audit_events where citizen_id = ${suspended.citizenId}`
    const details = { reason: 'suspended', purpose: 'sign-in' }
    expect(events).toEqual([{ details }, { details }])
    const [found] = await service.foundation.db.query<{ count: number }>`
      select count(*)::int as count from audit_events e where e::text like '%a very secret guess%'`
    expect(found?.count).toBe(0)
    const log = service.logLines.join('\n')
    expect(log).toContain('/login/')
    expect(log).not.toContain('secret guess')
  })

  function appearance(answer: Visited, email: string): string {
    const headers = [...answer.headers].filter(
      ([name]) => !['date', 'x-request-id', 'set-cookie', 'content-length'].includes(name),
    )
    // Each page has a token and a challenge of its own.
    const body = answer.body
      .replaceAll(email, '(address)')
      .replace(/<p class="reference">.*<\/p>|name="(?:csrf_token|shown|ceremony)" value="[^"]*"/g, '')
      .replace(/challenge&quot;:&quot;[\w-]{43}&quot;/, '')
    return JSON.stringify({ status: answer.status, headers, body })
  }
})

describe('guessing', () => {
  // proves: threat-guessing
  test('thirty guesses at once get five, the rest wait; the citizen’s own browser does not', async () => {
    const citizen = await addCitizen(service)
    const [home, attacker] = [newBrowser(), newBrowser()]
    await signIn(home, citizen)
    home.cookies.delete('portico_session')
    const page = await attacker.get('/login/')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        attacker.submit(page, { email: citizen.email, password: `guess number ${index}` }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const slowed = answers.find(({ status }) => status === 429)
    expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await tryPassword(home, citizen.email, TEST_PASSWORD)).status).toBe(303)
  })
  test('the right password is refused while one has to wait, and taken afterwards', async () => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    for (let time = 0; time < 5; time += 1) await tryPassword(browser, citizen.email, 'nope')
    const early = await tryPassword(browser, citizen.email, TEST_PASSWORD)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '2'])
    expect(cookieLine(early, 'portico_session')).toBeUndefined()
    service.clock.advance(2)
    expect((await tryPassword(browser, citizen.email, TEST_PASSWORD)).status).toBe(303)
    expect(await eventsOf(citizen)).toEqual([
      ...Array(5).fill('sign-in-failed'),
      'sign-in-slowed',
      'signed-in',
    ])
  })
  // proves: threat-guessing
  test('a new cookie or another address in one /64 does not make a new place', async () => {
    const citizen = await addCitizen(service)
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) {
      const browser = newBrowser({ 'x-forwarded-for': `2001:db8:77::${time + 1}` })
      statuses.push((await tryPassword(browser, citizen.email, 'nope')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
  // proves: design-7.37-ipv6-wide-networks, threat-guessing
  test('300 wrong passwords from 300 /64s of one /48 are not 300 guesses: forty are compared, the rest wait', async () => {
    const citizen = await addCitizen(service)
    const statuses: number[] = []
    for (let time = 0; time < 300; time += 1) {
      const browser = newBrowser({ 'x-forwarded-for': `2001:db8:78:${(time * 200).toString(16)}::1` })
      statuses.push((await tryPassword(browser, citizen.email, 'nope')).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(260)
  })
  test('no count is kept under a readable address', async () => {
    const citizen = await addCitizen(service)
    await tryPassword(newBrowser(), citizen.email, 'nope')
    const rows = await service.foundation.db.query<{
      row: string
    }>`select f::text as row from sign_in_failures f`
    const hex = Buffer.from(citizen.email).toString('hex')
    expect(rows.some(({ row }) => row.includes(citizen.email) || row.includes(hex))).toBe(false)
  })
})

// proves: threat-hashing-flood
test('more passwords at once than can be compared: some are asked to come back, and nothing is counted against them', async () => {
  const citizen = await addCitizen(service, { passwordHash: await hashAtServiceCost() })
  const browsers = Array.from({ length: 150 }, () => newBrowser())
  const answers = await Promise.all(
    browsers.map((browser) => tryPassword(browser, citizen.email, TEST_PASSWORD)),
  )
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('retry-after')).toBe('5')
  const neither = answers.filter(({ status }) => status !== 503 && status !== 303)
  const faults = service.logLines.filter((line) => line.includes('"level":"error"'))
  expect([...faults, ...neither.map(({ status, html }) => `${status} ${html.text}`)]).toEqual([])
  const failed = (await eventsOf(citizen)).filter((name) => name !== 'signed-in')
  expect(failed).toEqual([])
})

describe('forms that are not ours', () => {
  // proves: rfc6749-10.12-csrf, core-3.1.2.3-csrf-clickjacking, threat-csrf
  test('a form without the token, with a wrong one or with another browser’s is refused and counts nothing', async () => {
    const citizen = await addCitizen(service)
    const [browser, other] = [newBrowser(), newBrowser()]
    await browser.get('/login/')
    const foreign = (await other.get('/login/')).html
      .querySelector('input[name=csrf_token]')
      ?.getAttribute('value')
    for (const csrf_token of ['', 'x', foreign ?? '', `${foreign}=`]) {
      const fields = { email: citizen.email, password: TEST_PASSWORD, csrf_token }
      const answer = await browser.post('/login/', fields, { follow: false })
      expect([answer.status, cookieLine(answer, 'portico_session')]).toEqual([403, undefined])
    }
    expect(await eventsOf(citizen)).toEqual([])
  })
  test.each(['cross-site', 'same-site'])('a form that the browser calls %s is refused', async (site) => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    const page = await browser.get('/login/')
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    const answer = await browser.submit(page, fields, { follow: false, headers: { 'sec-fetch-site': site } })
    expect(answer.status).toBe(403)
  })
  test('repeated fields, JSON and broken encoding are refused', async () => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    const token = (await browser.get('/login/')).html
      .querySelector('input[name=csrf_token]')
      ?.getAttribute('value')
    const good = new URLSearchParams({
      email: citizen.email,
      password: TEST_PASSWORD,
      csrf_token: token ?? '',
    })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = 'application/x-www-form-urlencoded'
    const bodies: [string, string][] = [
      [form, `${good}&email=other%40example.test`],
      [form, `${good}&password=other`],
      [form, `${good}&x=%zz`],
      [form, `${good}%00`],
      ['application/json', JSON.stringify(Object.fromEntries(good))],
      ['text/plain', String(good)],
      ['multipart/form-data; boundary=x', String(good)],
    ]
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type, cookie }
      const answer = await fetch(`${service.baseUrl}/login/`, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
      })
      expect(answer.status).toBe(400)
    }
    expect(await eventsOf(citizen)).toEqual([])
  })
})
