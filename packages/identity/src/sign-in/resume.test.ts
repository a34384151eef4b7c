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
    const late = await browser.submit(page, there, { follow: false })
    expect(late.location).toBe(`${service.baseUrl}/account/`)
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
