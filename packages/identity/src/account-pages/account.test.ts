import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, findCitizen } from '../citizens/index.ts'
import { script } from '../pages/index.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const PAGES = [
  '/account/',
  '/account/security/',
  '/account/profile/',
  '/account/password/',
  '/account/sessions/',
  '/account/programs/',
]
const FORMS: readonly [path: string, page: string][] = [
  ['/account/profile/', '/account/profile/'],
  ['/account/password/', '/account/password/'],
  ['/account/sessions/end/', '/account/sessions/'],
  ['/account/sessions/end-others/', '/account/sessions/'],
  ['/account/programs/disconnect/', '/account/programs/'],
  ['/account/verification/', '/account/'],
]

async function signedIn(changes: Partial<Citizen> = {}): Promise<{ browser: TestBrowser; citizen: Citizen }> {
  const citizen = await addCitizen(service, changes)
  const browser = service.browser()
  await signIn(browser, citizen)
  return { browser, citizen }
}

async function tokenOf(browser: TestBrowser, path: string): Promise<string> {
  const page = await browser.get(path)
  return page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
}

async function eventsOf({ citizenId }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${citizenId} and name <> 'signed-in' order by name`
  return rows.map(({ name }) => name)
}

test('each account page names the account, and no page of somebody who is not signed in does', async () => {
  const { browser, citizen } = await signedIn()
  const others = ['/account/passkeys/', '/account/codes/', '/account/activity/', '/account/data/']
  for (const path of [...PAGES, ...others])
    expect((await browser.get(path)).html.querySelector('.rooms p')?.text).toBe(
      `You are signed in as ${citizen.email}`,
    )
  for (const path of ['/login/', '/register/', '/recover/'])
    expect((await service.browser().get(path)).body).not.toContain('You are signed in as')
})

test('a form that is too large says how much it may send, and changes nothing', async () => {
  const { browser, citizen } = await signedIn()
  const csrf_token = await tokenOf(browser, '/account/profile/')
  const answer = await browser.post('/account/profile/', { csrf_token, full_name: 'A'.repeat(17_000) })
  expect([answer.status, answer.html.querySelector('h1')?.text]).toEqual([400, 'This form is too large'])
  expect(answer.html.text).toContain('A form can send at most 16 kB.')
  expect((await findCitizen(service.foundation.db, citizen.citizenId))?.fullName).toBe(citizen.fullName)
})

describe('somebody who is not signed in', () => {
  test.each(PAGES)('%s leads to the sign-in page', async (path) => {
    const answer = await service.browser().get(path, { follow: false })
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
    expect(answer.body).toBe('')
  })
  test.each(FORMS)('a form to %s leads to the sign-in page', async (path) => {
    const browser = service.browser()
    const csrf_token = await tokenOf(browser, '/logout/')
    const answer = await browser.post(path, { csrf_token }, { follow: false })
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
  })
  test.each(['suspended', 'closed'])('that includes a citizen who was %s meanwhile', async (standing) => {
    const { browser, citizen } = await signedIn()
    await service.foundation.db.query`
      update citizens set standing = ${standing} where citizen_id = ${citizen.citizenId}`
    expect((await browser.get('/account/', { follow: false })).status).toBe(303)
  })
  test('that includes everybody once fourteen days have passed', async () => {
    const { browser } = await signedIn()
    service.clock.advance(14 * 24 * 60 * 60)
    expect((await browser.get('/account/', { follow: false })).status).toBe(303)
  })
})

describe('every page of the account', () => {
  test.each(PAGES)('%s is not kept, not framed, and carries no script but ours', async (path) => {
    const { browser } = await signedIn()
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const scripts = page.html.querySelectorAll('script').map((each) => [each.getAttribute('src'), each.text])
    expect([[], [[script.path, '']]]).toContainEqual(scripts)
  })
  test('what a citizen is called cannot become markup', async () => {
    const { browser } = await signedIn({ fullName: '"><script>alert(1)</script>' })
    for (const path of ['/account/', '/account/profile/']) {
      const page = await browser.get(path)
      expect(page.html.querySelector('script:not([src])')).toBeNull()
      expect(page.body).toContain('&lt;script&gt;')
    }
  })
  test('a notice is one of ours or none', async () => {
    const { browser } = await signedIn()
    const page = await browser.get('/account/profile/?notice=%3Cb%3Eyou%20won%3C/b%3E')
    expect(page.body).not.toContain('you won')
    expect(page.html.querySelector('[role=status]')).toBeNull()
    expect(
      (await browser.get('/account/profile/?notice=saved')).html.querySelector('[role=status]'),
    ).not.toBeNull()
  })
})

describe('every form of the account', () => {
  // proves: threat-csrf
  test.each(FORMS)(
    '%s is refused without the token, with another browser’s, and from another site',
    async (path, page) => {
      const { browser, citizen } = await signedIn()
      const own = await tokenOf(browser, page)
      const foreign = await tokenOf(service.browser(), '/logout/')
      for (const csrf_token of ['', foreign]) {
        expect((await browser.post(path, { csrf_token }, { follow: false })).status).toBe(403)
      }
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await browser.post(path, { csrf_token: own }, { follow: false, headers })).status).toBe(403)
      expect(await eventsOf(citizen)).toEqual([])
    },
  )
  // proves: threat-forced-sign-out
  test.each(FORMS.filter(([path, page]) => path !== page))('%s does nothing by GET', async (path) => {
    const { browser, citizen } = await signedIn()
    expect((await browser.get(path, { follow: false })).status).toBe(405)
    expect(await eventsOf(citizen)).toEqual([])
  })
})

describe('the profile', () => {
  test('name and phone number can be changed, and the audit learns which, not to what', async () => {
    const { browser, citizen } = await signedIn({ fullName: 'Ada Lovelace', phoneNumber: '', language: 'en' })
    const page = await browser.get('/account/profile/')
    const answer = await browser.submit(page, { full_name: '  Ada King ', phone_number: '+44 20 7946 0000' })
    expect(answer.url).toBe(`${service.baseUrl}/account/profile/?notice=saved`)
    expect(answer.html.querySelector('input[name=full_name]')?.getAttribute('value')).toBe('Ada King')
    const stored = await findCitizen(service.foundation.db, citizen.citizenId)
    expect(stored).toEqual({ ...citizen, fullName: 'Ada King', phoneNumber: '+44 20 7946 0000' })
    const [event] = await service.foundation.db.query<{ details: object }>`
      select details from audit_events where citizen_id = ${citizen.citizenId} and name = 'profile-changed'`
    expect(event?.details).toEqual({ name: true, phone: true })
  })
  test('name and phone number are kept as the API keeps them: without what nobody sees around them', async () => {
    const { browser, citizen } = await signedIn()
    const pasted = { full_name: '\u202aAda King\u202c', phone_number: '\u200b1-800-FLOWERS\ufeff' }
    expect((await browser.submit(await browser.get('/account/profile/'), pasted)).status).toBe(200)
    const stored = await findCitizen(service.foundation.db, citizen.citizenId)
    expect([stored?.fullName, stored?.phoneNumber]).toEqual(['Ada King', '1-800-FLOWERS'])
  })
  test.each([
    [{ full_name: '   ', phone_number: '' }, 'full_name'],
    [{ full_name: 'x'.repeat(151), phone_number: '' }, 'full_name'],
    [{ full_name: 'Ada\u202eK', phone_number: '' }, 'full_name'],
    [{ full_name: 'Ada\r\nBcc: x', phone_number: '' }, 'full_name'],
    [{ full_name: 'Ada', phone_number: '0'.repeat(21) }, 'phone_number'],
    [{ full_name: 'Ada', phone_number: '+49 (0) 1520 / 123 45 67' }, 'phone_number'],
    [{ full_name: 'Ada', phone_number: '123\u202e45' }, 'phone_number'],
  ])('%j is refused at its field, nothing is saved, and what was typed stays', async (fields, wrong) => {
    const { browser, citizen } = await signedIn()
    const answer = await browser.submit(await browser.get('/account/profile/'), fields)
    expect(answer.status).toBe(400)
    expect(answer.html.querySelector('[aria-invalid]')?.getAttribute('name')).toBe(wrong)
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toEqual(citizen)
    expect(await eventsOf(citizen)).toEqual([])
  })
  test('nothing else can be changed: address, standing and subject are not fields', async () => {
    const { browser, citizen } = await signedIn({ language: 'en' })
    const extras = {
      email: 'other@example.test',
      email_verified: 'true',
      standing: 'closed',
      subject: 'x',
      citizen_id: 'x',
    }
    await browser.submit(await browser.get('/account/profile/'), extras)
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toEqual(citizen)
    expect(await eventsOf(citizen)).toEqual([])
  })
})
