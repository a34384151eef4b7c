import { expect, test } from 'vitest'
import { browserOf } from '../../testing/cookie-browser.ts'
import { BASE, testProgram } from '../../testing/program.ts'

/** A page under `form-action 'self'` may post the form that connects an old account, but the browser refuses to follow a redirect to another origin after it. */

const LINK = '/api/v1/sso/link?return_to=%2Fpermits'

const programWith = (owner: { accountId: string; sessionRef: string } | null) =>
  testProgram({
    cookies: {},
    legacy: {
      authenticate: async () => null,
      authenticateBrowser: async () => owner,
      closeLegacyAccess: async () => undefined,
    },
  })

test('the form gets a page that navigates to the identity service, and no redirect', async () => {
  const { sso, identity } = programWith({ accountId: 'old-1', sessionRef: 'session-1' })
  const answered = await browserOf(sso).submit(LINK)
  const page = await answered.text()
  expect([answered.status, answered.headers.get('content-type'), answered.headers.get('location')]).toEqual([
    200,
    'text/html; charset=utf-8',
    null,
  ])
  const [, leadsTo = ''] = /http-equiv="refresh" content="0; ?url=([^"]+)"/.exec(page) ?? []
  expect(new URL(leadsTo.replaceAll('&amp;', '&').replaceAll('&#38;', '&')).origin).toBe(
    new URL(identity.baseUrl).origin,
  )
})

test('the form of nobody gets the page that leads back to the program', async () => {
  const answered = await browserOf(programWith(null).sso).submit(LINK)
  expect([answered.status, await answered.text()]).toEqual([
    401,
    expect.stringContaining(`href="${BASE}/permits"`),
  ])
})

test('a form of another site begins nothing', async () => {
  const { sso } = programWith({ accountId: 'old-1', sessionRef: 'session-1' })
  const answered = await browserOf(sso).submit(LINK, {
    'sec-fetch-site': 'cross-site',
    origin: 'https://elsewhere.example.test',
  })
  expect([answered.status, await answered.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'cross_site_request' }),
  ])
  expect(answered.headers.getSetCookie()).toEqual([])
})
