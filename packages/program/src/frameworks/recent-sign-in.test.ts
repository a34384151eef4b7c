import { afterEach, describe, expect, test } from 'vitest'
import { browserOf, cookieBrowser, signInWith } from '../../testing/cookie-browser.ts'
import { closeServers } from '../../testing/framework-apps.ts'
import { PAGES } from '../../testing/page-apps.ts'
import { BASE, testProgram } from '../../testing/program.ts'
import { sendTo } from '../../testing/send-to.ts'
import { signInThrough } from '../testing/index.ts'
import { nextSso } from './next.ts'

const ANA = 'ana@example.test'
const LOGIN = `${BASE}/api/v1/sso/login?return_to=%2Fpay%3Fbill%3D7&max_age=270`
const CHALLENGE = 'Bearer error="insufficient_user_authentication", max_age="270"'

afterEach(closeServers)

describe.each(PAGES)('a page for a recent sign-in behind %s', (_name, startPages) => {
  // proves: program-recent-sign-in
  test('lets a citizen in for five minutes, then asks once more, and comes back to the page', async () => {
    const program = testProgram({ cookies: {} })
    const { base, close } = await startPages(program.sso)
    const browser = cookieBrowser(sendTo(base))
    const citizen = program.identity.addCitizen({ email: ANA })
    const authorize = (url: string) => program.identity.authorize(url, citizen)
    const seen = async () => {
      const answered = await browser.open('/pay?bill=7')
      return [answered.status, answered.headers.get('location') ?? (await answered.text())]
    }
    await signInWith(browser, authorize)
    await program.clock.advance(290_000)
    expect(await seen()).toEqual([200, 'for account-1'])
    await program.clock.advance(11_000)
    expect(await seen()).toEqual([303, LOGIN])
    const form = await browser.submit('/pay?bill=7')
    expect([form.status, form.headers.get('www-authenticate')]).toEqual([401, CHALLENGE])
    expect(await form.json()).toMatchObject({ code: 'insufficient_user_authentication', max_age: 270 })
    expect((await browser.open('/permits')).status).toBe(200)
    const begun = await browser.open(LOGIN.slice(BASE.length))
    const back = await browser.open(await authorize(begun.headers.get('location') ?? ''))
    expect(back.headers.get('location')).toBe(`${BASE}/pay?bill=7`)
    expect(await seen()).toEqual([200, 'for account-1'])
    await close()
    await program.sso.close()
  })

  // proves: program-recent-sign-in
  test('refuses an app with the values for begin/, and a visitor as any other page does', async () => {
    const program = testProgram()
    const { base, close } = await startPages(program.sso)
    const citizen = program.identity.addCitizen({ email: ANA })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    const ask = async (headers: Record<string, string>) => {
      const answered = await fetch(`${base}/pay`, { headers })
      return [answered.status, answered.headers.get('www-authenticate')]
    }
    const headers = { authorization: `Bearer ${accessToken}` }
    expect(await ask(headers)).toEqual([200, null])
    await program.clock.advance(300_001)
    expect(await ask(headers)).toEqual([401, CHALLENGE])
    expect(await ask({})).toEqual([401, 'Bearer'])
    await close()
    await program.sso.close()
  })
})

class Redirected extends Error {}

describe('a page for a recent sign-in in Next.js', () => {
  // proves: program-recent-sign-in
  test('redirects pages and actions to sign in again, and answers scripts with the refusal', async () => {
    const program = testProgram({ cookies: {} })
    const browser = browserOf(program.sso)
    const door = nextSso(() => program.sso, {
      headers: async () => new Headers(browser.headers({ 'sec-fetch-site': 'same-origin' })),
      redirect: (address) => {
        throw new Redirected(address)
      },
    })
    const { subject } = program.identity.addCitizen({ email: ANA })
    await signInWith(browser, (url) => program.identity.authorize(url, { subject }))
    const recent = { withinSeconds: 300 }
    expect((await door.pageCitizen('/pay?bill=7', recent)).accountId).toBe('account-1')
    await program.clock.advance(300_001)
    await expect(door.pageCitizen('/pay?bill=7', recent)).rejects.toThrow(new Redirected(LOGIN))
    await expect(door.actionCitizen('/pay?bill=7', recent)).rejects.toThrow(new Redirected(LOGIN))
    expect((await door.pageCitizen('/permits')).accountId).toBe('account-1')
    const route = door.withCitizen(async (_request, citizen) => new Response(citizen.accountId), { recent })
    const request = new Request(`${BASE}/api/pay`, { headers: browser.headers() })
    expect((await route(request, {})).headers.get('www-authenticate')).toBe(CHALLENGE)
  })
})

describe('an old guard', () => {
  // proves: program-recent-sign-in
  test('never makes a sign-in recent: an account that is not connected has none', async () => {
    const program = testProgram()
    program.accounts.all.set('old-1', { id: 'old-1', name: null, email: ANA })
    const { citizenOrRefusal } = await import('./citizen.ts')
    const check = program.sso.requireRecentSignIn({ withinSeconds: 300, acr: ['phr'] })
    for (const headers of [{ authorization: 'Bearer old token' }, {}]) {
      const old = async () => ({ accountId: 'old-1' })
      const found = await citizenOrRefusal(check, { headers, method: 'GET' }, { fallback: old })
      expect(found instanceof Response && found.headers.get('www-authenticate')).toBe(
        `${CHALLENGE}, acr_values="phr"`,
      )
      expect(
        await citizenOrRefusal(program.sso, { headers, method: 'GET' }, { fallback: old }),
      ).toMatchObject({
        accountId: 'old-1',
      })
    }
  })
})
