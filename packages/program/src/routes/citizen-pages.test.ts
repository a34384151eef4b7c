import { describe, expect, test } from 'vitest'
import { browserOf, openedCallback } from '../../testing/cookie-browser.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import type { VisitorLanguage } from '../platform/index.ts'
import { problemAnswer } from './page-problem.ts'
import { type LinkWord, PAGE_WORDS, type PageSentence } from './page-words/index.ts'

/** Every page that a citizen may see under `/api/v1/sso/`, in the language of the browser, with the way on. */

const LANGUAGES: readonly (readonly [VisitorLanguage, string, string])[] = [
  ['en', 'en-GB', '<html lang="en" dir="ltr">'],
  ['de', 'de-AT,de;q=0.9,en;q=0.8', '<html lang="de" dir="ltr">'],
  ['fr', 'fr', '<html lang="fr" dir="ltr">'],
  ['es', 'es-MX', '<html lang="es" dir="ltr">'],
  ['ar', 'ar', '<html lang="ar" dir="rtl">'],
  ['zh', 'zh-CN,zh;q=0.9', '<html lang="zh-Hans" dir="ltr">'],
]

const LOGIN = '/api/v1/sso/login?return_to=%2Fpermits'
const CALLBACK = '/api/v1/sso/callback/'
const HOME = `${BASE}/`
const AGAIN = `${BASE}${LOGIN}`

type Open = (program: TestProgram, language: string) => Promise<Response>

const open =
  (path: string, own: Record<string, string> = {}): Open =>
  (program, language) =>
    browserOf(program.sso).open(path, { 'accept-language': language, ...own })

/** Opens it often enough for the limit. */
const tooOften =
  (path: string): Open =>
  async ({ another }, language) => {
    const rule = { limit: 1, windowMs: 60_000 }
    const sso = another({
      throttle: { beginPerIp: rule, callbackPerIp: rule },
      clientIp: () => '203.0.113.7',
    })
    await browserOf(sso).open(path)
    return browserOf(sso).open(path, { 'accept-language': language })
  }

/** Begins a sign-in, changes something, and comes back. */
const comeBack =
  (change: (program: TestProgram, url: string) => Promise<string> | string): Open =>
  async (program, language) => {
    const browser = browserOf(program.sso)
    const url = (await browser.open(LOGIN)).headers.get('location') ?? ''
    const callback = await change(program, url)
    return (await openedCallback(browser, callback, { 'accept-language': language })).answer
  }
const authorize = async ({ identity }: TestProgram, url: string) =>
  identity.authorize(url, identity.addCitizen({ email: 'ana@example.test' }))

/** Sends the form that connects an old account. */
const link = (program: TestProgram, language: string) =>
  browserOf(program.sso).submit('/api/v1/sso/link?return_to=%2Fpermits', { 'accept-language': language })

const PAGES: readonly (readonly [PageSentence, number, readonly [LinkWord, string], Open])[] = [
  ['bad_path', 400, ['home', HOME], open('/api/v1/sso/login?return_to=//evil.example')],
  ['bad_demand', 400, ['home', HOME], open(`${LOGIN}&max_age=-1`)],
  ['bad_path', 404, ['home', HOME], open('/api/v1/sso/logn')],
  ['bad_path', 405, ['home', HOME], open('/api/v1/sso/link?return_to=%2Fpermits')],
  ['bad_path', 405, ['home', HOME], open('/api/v1/sso/logout')],
  ['no_page', 400, ['home', HOME], open(LOGIN, { 'sec-fetch-dest': 'iframe' })],
  ['several_cookies', 400, ['reload', ''], open(LOGIN, { cookie: '__Host-portico=a; __Host-portico=b' })],
  ['too_many', 429, ['reload', ''], tooOften(LOGIN)],
  ['too_many', 429, ['reload', ''], tooOften(`${CALLBACK}?state=x`)],
  ['on_the_way', 200, ['onward', 'http'], open(LOGIN, { 'sec-fetch-site': 'same-origin' })],
  ['unknown_sign_in', 400, ['restart', HOME], open(CALLBACK)],
  ['cancelled', 200, ['again', AGAIN], comeBack(({ identity }, url) => identity.decline(url))],
  ['other_browser', 400, ['again', AGAIN], open(`${LOGIN}&again=1`)],
  [
    'existing_account',
    409,
    ['home', HOME],
    comeBack((program, url) => {
      program.accounts.emailBelongsToLocalAccount = async () => true
      return authorize(program, url)
    }),
  ],
  [
    'unavailable',
    503,
    ['again', AGAIN],
    comeBack(async (program, url) => {
      const callback = await authorize(program, url)
      program.identity.outage('500')
      return callback
    }),
  ],
  [
    'try_later',
    503,
    ['reload', ''],
    (program, language) => {
      program.identity.outage('500')
      return open(LOGIN)(program, language)
    },
  ],
  [
    'try_later',
    503,
    ['reload', ''],
    async (program, language) => {
      const store = Object.create(program.store) as typeof program.store
      store.consumePending = async () => Promise.reject(new Error('the database is away'))
      const sso = program.another({ store })
      const callback = `${CALLBACK}?state=${'A'.repeat(43)}&code=x`
      return browserOf(sso).open(callback, { 'accept-language': language })
    },
  ],
  ['old_sign_in_missing', 401, ['back', `${BASE}/permits`], link],
]

// proves: program-cookie-pages-languages
describe.each(LANGUAGES)('in %s', (language, accepted, tag) => {
  test.each(PAGES)('%s (%i) is said, and leads on: %s', async (sentence, status, [word, href], asked) => {
    const program = testProgram({
      cookies: {},
      legacy: {
        authenticate: async () => null,
        authenticateBrowser: async () => null,
        closeLegacyAccess: async () => undefined,
      },
    })
    const answered = await asked(program, accepted)
    const text = (await answered.text()).replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    )
    const { title, sentences, links } = PAGE_WORDS[language]
    expect([answered.status, answered.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    for (const part of [
      tag,
      `<title>${title}</title>`,
      `<p>${sentences[sentence]}</p>`,
      `>${links[word]}</a>`,
    ])
      expect(text).toContain(part)
    expect(text).toContain(`<a href="${href}`)
    expect([...text.matchAll(/<a /g)]).toHaveLength(1)
  })

  test.each(['other_account', 'insufficient_user_authentication', 'fresh_sign_in_required'] as const)(
    '%s is said, and leads back',
    async (problem) => {
      const request = new Request(BASE, { headers: { 'accept-language': accepted } })
      const cookies = { origin: BASE, basePath: '', problemPath: null } as never
      const text = await problemAnswer({ request } as never, cookies, problem, '/permits').text()
      expect(text).toContain(tag)
      expect(text).toContain(`<p>${PAGE_WORDS[language].sentences[problem]}</p>`)
      expect(text).toContain(`<a href="${BASE}/permits">${PAGE_WORDS[language].links.back}</a>`)
    },
  )
})

test('no two languages say the same, and no sentence has a sign that HTML reads', () => {
  const all = Object.values(PAGE_WORDS).flatMap(({ title, sentences, links }) => [
    title,
    ...Object.values(sentences),
    ...Object.values(links),
  ])
  expect(new Set(all).size).toBe(all.length)
  expect(all.join('')).not.toMatch(/[&<>"]/)
})
