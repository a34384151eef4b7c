import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { knownAddressRoutes } from './routes.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

const ask = (path: string) => fetch(service.baseUrl + path, { redirect: 'manual' })

test.each([
  ['/', '/account/'],
  ['/.well-known/change-password', '/account/password/'],
  ['/favicon.ico', expect.stringMatching(/^\/assets\/portico\.[0-9a-f]{16}\.svg$/)],
])('%s leads to %s', async (path, to) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to])
})

test('the icon is a picture, and the other two lead a stranger to sign in and a citizen to the page', async () => {
  const icon = await fetch(`${service.baseUrl}/favicon.ico`)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const browser = service.browser()
  for (const path of ['/', '/.well-known/change-password'])
    expect(new URL((await browser.get(path)).url).pathname).toBe('/login/')
  await signIn(browser, await addCitizen(service))
  expect(new URL((await browser.get('/')).url).pathname).toBe('/account/')
  const page = await browser.get('/.well-known/change-password')
  expect(new URL(page.url).pathname).toBe('/account/password/')
  expect(page.html.querySelector('input[autocomplete=new-password]')).not.toBeNull()
})

test('an address that should not be there is not 200, so that password managers trust the other (W3C)', async () => {
  const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await ask(path)).status).toBe(404)
})

test('crawlers are told to read nothing (RFC 9309)', async () => {
  const answer = await ask('/robots.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n')
})

describe('security.txt (RFC 9116)', () => {
  test('is not there without a contact', async () => {
    expect((await ask('/.well-known/security.txt')).status).toBe(404)
  })

  test('names the contact, when it is too old, and where it is', async () => {
    const { clock } = service
    const needs = { baseUrl: 'https://id.example.org', clock, securityContact: 'mailto:security@example.org' }
    const found = knownAddressRoutes(needs).find(({ path }) => path.endsWith('security.txt'))
    const reply = await found?.handle({} as never)
    const lines = String(reply?.body).split('\n')
    expect(lines).toEqual([
      'Contact: mailto:security@example.org',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
      'Canonical: https://id.example.org/.well-known/security.txt',
      '',
    ])
    const days = (Date.parse(lines[1]?.slice('Expires: '.length) ?? '') / 1000 - clock.now()) / 86_400
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    expect([reply?.status, reply?.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  })
})
