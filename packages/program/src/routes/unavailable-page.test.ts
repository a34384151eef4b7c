import { expect, test } from 'vitest'
import { browserOf, signInWith } from '../../testing/cookie-browser.ts'
import { testProgram } from '../../testing/program.ts'

// proves: program-gate-pages
test.each([
  ['de-CH, en;q=0.5', '<html lang="de" dir="ltr">', 'Sie sind weiterhin angemeldet'],
  ['ar-EG', '<html lang="ar" dir="rtl">', 'ما زلت مسجّل الدخول'],
  ['zh-TW;q=0.3, zh;q=0.2', '<html lang="zh-Hans" dir="ltr">', '您仍处于登录状态'],
  ['xx, <script>', '<html lang="en" dir="ltr">', 'You are still signed in'],
])(
  'a page that cannot be shown in an outage says so in the language of %j, and can be reloaded',
  async (language, tag, words) => {
    const program = testProgram({ cookies: {} })
    const browser = browserOf(program.sso)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInWith(browser, (url) => program.identity.authorize(url, citizen))
    program.identity.outage('500')
    await program.clock.advance(30_000)
    const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const request = {
      method: 'GET',
      url: '/permits',
      headers: browser.headers({ ...navigation, 'accept-language': language }),
    }
    const result = await program.sso.authenticate(request)
    if (result.status === 'ok') return expect.unreachable()
    const answer = program.sso.refuse(result, request)
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('vary')]).toEqual([
      503,
      '1',
      'accept-language',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const body = await answer.text()
    expect(body).toContain(tag)
    expect(body).toContain(words)
    expect(body).toContain('<a href="">')
    expect(body).not.toContain('script')
  },
)
