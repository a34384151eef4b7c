import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const newBrowser = (): TestBrowser => service.browser()

describe('on the way to a program', () => {
  test('the page names the program, fills in the hint, and lets the form lead on to wherever the program goes', async () => {
    const program = await addProgram(service, { name: 'Parking <Permits>' })
    const attempt = newAttempt(program, { login_hint: 'ada@example.org' })
    const page = await newBrowser().get(authorizeAddress(attempt))
    expect(new URL(page.url).pathname).toBe('/login/')
    expect(page.body).toContain('Parking &lt;Permits&gt;')
    expect(page.html.querySelector('input[name=email]')?.getAttribute('value')).toBe('ada@example.org')
    expect(page.headers.get('content-security-policy')).not.toContain('form-action')
  })
  test('the page speaks the language that the program asks for (Core 3.1.2.1, ui_locales)', async () => {
    const program = await addProgram(service)
    const page = await newBrowser().get(authorizeAddress(newAttempt(program, { ui_locales: 'xx de' })))
    expect(page.html.querySelector('html')?.getAttribute('lang')).toBe('de')
    const wrong = await newBrowser().get(authorizeAddress(newAttempt(program, { ui_locales: 'xx' })))
    expect(wrong.html.querySelector('html')?.getAttribute('lang')).toBe('en')
  })
  // proves: contract-1.6-sign-in-starts-at-authorize, threat-open-redirect
  test('a wrong password keeps the request; the right one goes back to it, and only there', async () => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    const page = await browser.get(authorizeAddress(newAttempt(await addProgram(service))))
    const wrong = await browser.submit(page, { email: citizen.email, password: 'nope' })
    expect(wrong.status).toBe(400)
    expect(wrong.headers.get('content-security-policy')).not.toContain('form-action')
    const right = await browser.submit(
      wrong,
      { email: citizen.email, password: TEST_PASSWORD },
      { follow: false },
    )
    expect(right.status).toBe(303)
    expect(right.location).toMatch(new RegExp(`^${service.baseUrl}/o/authorize/\\?resume=[A-Za-z0-9_%.-]+$`))
  })
  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'a.b',
    '.',
    '/account/../../evil',
    '\r\nlocation: https://evil.example/',
  ])('%j leads nowhere but to the account', async (resume) => {
    const citizen = await addCitizen(service)
    const browser = newBrowser()
    const page = await browser.get(
      `/login/?${new URLSearchParams({ resume, next: resume, return_to: resume })}`,
    )
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
    const fields = { email: citizen.email, password: TEST_PASSWORD, resume, next: resume }
    const answer = await browser.submit(page, fields, { follow: false })
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
  })
  // proves: threat-foreign-request
  test('a request that waits for another browser, or waited an hour, is not taken up', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const [browser, other] = [newBrowser(), newBrowser()]
    const page = await browser.get(authorizeAddress(newAttempt(program)))
    const resume = page.html.querySelector('input[name=resume]')?.getAttribute('value') ?? ''
    expect(resume).not.toBe('')
    const elsewhere = await other.get(`/login/?resume=${encodeURIComponent(resume)}`)
    expect(elsewhere.body).not.toContain('Parking Permits')
    const there = { email: citizen.email, password: TEST_PASSWORD, resume }
    expect((await other.submit(elsewhere, there, { follow: false })).location).toBe(
      `${service.baseUrl}/account/`,
    )
    service.clock.advance(60 * 60)
    const late = await browser.submit(page, there)
    expect([late.status, new URL(late.url).pathname]).toEqual([400, '/o/authorize/'])
    expect(late.location).toBeUndefined()
  })
  // proves: threat-foreign-request
  test('of a request that waited an hour only the name is said, in its browser: at the sign-in, after it, and after a code', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service, { name: 'Parking <Permits>' })
    const [browser, other] = [newBrowser(), newBrowser()]
    const page = await browser.get(authorizeAddress(newAttempt(program, { login_hint: 'ada@example.org' })))
    const { search } = new URL(page.url)
    service.clock.advance(61 * 60)
    const again = await browser.get(`/login/${search}`)
    expect(again.html.querySelector('main')?.text).toContain('Parking <Permits> waited for an hour')
    expect(again.body).not.toContain('ada@example.org')
    expect(again.headers.get('content-security-policy')).toContain("form-action 'self';")
    for (const path of [`/login/${search}`, `/o/authorize/${search}`])
      expect((await other.get(path)).body).not.toContain('Parking')
    const bent = search.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))
    expect((await browser.get(`/login/${bent}`)).body).not.toContain('Parking')
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    const entered = await browser.submit(again, fields)
    expect([entered.status, entered.html.querySelector('h1')?.text]).toEqual([
      400,
      'Signing in took too long',
    ])
    expect(entered.html.querySelector('main')?.text).toContain('Open Parking <Permits> again to go on')
    // Whoever is signed in is told the same, and not sent to the account as if nothing had been asked for.
    const signedIn = await browser.get(`/login/${search}`)
    expect([signedIn.status, new URL(signedIn.url).pathname]).toEqual([400, '/o/authorize/'])
    const codes = await service.foundation.db.query`
      select 1 as one from authorization_codes where citizen_id = ${citizen.citizenId}`
    expect(codes).toEqual([])
  })
  test('who comes back by a mailed link after hours is told which program to open again', async () => {
    const program = await addProgram(service, { name: 'Public Library' })
    const browser = newBrowser()
    await browser.get(authorizeAddress(newAttempt(program)))
    service.clock.advance(5 * 60 * 60)
    const done = await browser.get('/recover/done/')
    const login = await browser.click(done, 'Sign in')
    expect(login.html.querySelector('main')?.text).toContain('Then open Public Library again')
    service.clock.advance(24 * 60 * 60)
    expect((await newBrowser().get('/recover/done/')).body).not.toContain('resume=')
  })
  test('somebody who is signed in sees the form when a program asks for a new sign-in', async () => {
    const browser = newBrowser()
    const citizen = await addCitizen(service)
    await signIn(browser, citizen)
    const before = browser.cookies.get('portico_session')
    const page = await browser.get(
      authorizeAddress(newAttempt(await addProgram(service), { prompt: 'login' })),
    )
    expect(new URL(page.url).pathname).toBe('/login/')
    await browser.submit(page, { email: citizen.email, password: TEST_PASSWORD }, { follow: false })
    expect(browser.cookies.get('portico_session')).not.toBe(before)
    const [row] = await service.foundation.db.query<{ count: number }>`
      select count(*)::int as count from sessions where citizen_id = ${citizen.citizenId} and ended_at is null`
    expect(row?.count).toBe(1)
  })
})
