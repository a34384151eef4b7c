// Takes over 10 s: each form of the service is forged in every way, and all rows of all tables are compared before and after.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProgram } from '../../packages/identity/testing/people.ts'
import { newAttempt } from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { CitizensAtForms, type FilledForm } from './citizens-at-forms.ts'
import { EVERY_FORM } from './every-form.ts'
import { EVIL, FORGERIES } from './forgeries.ts'
import { type InnerStage, openInnerStage } from './inner-stage.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

let stage: InnerStage
let people: CitizensAtForms

beforeAll(async () => {
  stage = await openInnerStage()
  people = await CitizensAtForms.open(stage)
})
afterAll(() => stage?.close())

/** Endpoints with POST that are no forms, because no cookie gives them any right. */
const WITHOUT_COOKIES = {
  json: ['/api/v1/accounts/register/', '/api/v1/accounts/recover/'],
  credentials: ['/o/token/', '/o/revoke/', '/api/integrations/introspect/', '/o/userinfo/'],
  /** An authorization request: its effect is the same as that of a link. */
  request: ['/o/authorize/'],
}

// proves: threat-csrf
test('every POST that the service answers is attacked here: who adds one adds its good form', () => {
  const posts = stage.service.service.routes.filter(({ method }) => method === 'POST')
  const known = [...Object.keys(EVERY_FORM), ...Object.values(WITHOUT_COOKIES).flat()]
  expect(posts.map(({ path }) => path).sort()).toEqual(known.sort())
})

/** The fields of a page's form in its browser, with the CSRF token. */
async function shownFields(browser: TestBrowser, path: string, form: FilledForm) {
  const page = await browser.get(form.page)
  const shown = page.html.querySelectorAll('form').find((each) => each.getAttribute('action') === path)
  if (shown === undefined)
    throw new Error(`No form to ${path} on ${page.url}: ${page.html.text.slice(0, 300)}`)
  const fields: Record<string, string> = {}
  for (const input of shown.querySelectorAll('input'))
    fields[input.getAttribute('name') ?? ''] = input.getAttribute('value') ?? ''
  return { ...fields, ...form.fields } as Record<string, string> & { csrf_token: string }
}

async function foreignToken(): Promise<string> {
  const page = await stage.service.browser().get('/login/')
  return page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
}

// proves: threat-csrf
describe('a form that another site sends in a citizen’s browser changes nothing', () => {
  test.each(Object.entries(EVERY_FORM))('%s', async (path, toForm) => {
    const { browser, form } = await toForm(people)
    const fields = await shownFields(browser, path, form)
    const foreign = await foreignToken()
    const before = await stage.fingerprint()
    for (const [what, forge] of FORGERIES) {
      const { headers, type, fields: forged } = forge(fields, foreign)
      const cookies = new Map(browser.cookies)
      const answer = await browser.post(path, forged, {
        follow: false,
        headers: { 'content-type': type ?? FORM_TYPE, ...headers },
      })
      expect([what, answer.status]).toEqual([what, type === undefined ? 403 : 400])
      expect([what, browser.cookies]).toEqual([what, cookies])
    }
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const address = `${stage.service.baseUrl}${path}?${new URLSearchParams(fields)}`
      const answer = await fetch(address, { method, redirect: 'manual', headers: { cookie } })
      expect(answer.status).toBeLessThan(500)
    }
    expect(await stage.fingerprint()).toEqual(before)
    // The refusals above have only this one cause: the same form from its own page works.
    const good = await browser.post(path, fields, {
      follow: false,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(good.status).toBeLessThan(400)
    expect(await stage.fingerprint()).not.toEqual(before)
  })
})

// proves: threat-csrf
describe('what takes no cookie cannot be asked in a citizen’s name', () => {
  const SIMPLE_TYPES = [FORM_TYPE, 'text/plain', 'multipart/form-data; boundary=x', '', 'application/jsonp']

  test.each(WITHOUT_COOKIES.json)(
    '%s: no body that a form can send, and no leave for scripts',
    async (path) => {
      const before = await stage.fingerprint()
      const body = '{"email":"cross.site@example.test","full_name":"Ana"}'
      for (const type of SIMPLE_TYPES) {
        const headers = { 'content-type': type, origin: EVIL, 'sec-fetch-site': 'cross-site' }
        const answer = await fetch(stage.service.baseUrl + path, { method: 'POST', headers, body })
        expect([type, answer.status]).toEqual([type, 400])
      }
      const headers = {
        origin: EVIL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const asked = await fetch(stage.service.baseUrl + path, { method: 'OPTIONS', headers })
      expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(await stage.fingerprint()).toEqual(before)
    },
  )

  test.each(WITHOUT_COOKIES.credentials)('%s: cookies are no credentials', async (path) => {
    const { browser, entered } = await people.signedIn()
    const before = await stage.fingerprint()
    for (const fields of [
      { token: entered.tokens.access_token },
      { grant_type: 'refresh_token', refresh_token: entered.tokens.refresh_token },
    ]) {
      for (const headers of [{}, { origin: EVIL, 'sec-fetch-site': 'cross-site' }])
        expect((await browser.post(path, fields, { headers })).status).toBe(401)
    }
    expect(await stage.fingerprint()).toEqual(before)
  })

  // proves: threat-csrf
  test('an authorization request that another site posts is taken up as the link that it could have been', async () => {
    const { browser } = await people.signedIn()
    const other = await addProgram(stage.service, { name: 'Other' })
    const before = await stage.fingerprint()
    for (const site of ['cross-site', 'same-site', 'none', 'nonsense']) {
      const { parameters } = newAttempt(other)
      const headers = { 'sec-fetch-site': site, origin: EVIL }
      const answer = await browser.post('/o/authorize/', parameters, { headers, follow: false })
      const expected = `${stage.service.baseUrl}/o/authorize/?${new URLSearchParams(parameters)}`
      expect([answer.status, answer.location]).toEqual([303, expected])
      expect((await browser.get(answer.location ?? '')).html.querySelector('h1')?.text).toContain('Other')
    }
    expect(await stage.fingerprint()).toEqual(before)
  })
})
