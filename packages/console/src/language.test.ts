import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../../identity/testing/people.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('support')
})
afterAll(() => stage.close())

const languageOf = ({ html }: Awaited<ReturnType<ConsoleBrowser['open']>>) =>
  html.querySelector('html')?.getAttribute('lang')

// proves: console-language
describe('the language of the console', () => {
  test('is chosen at the foot of every page, kept by the browser, and the same page is shown again', async () => {
    const { subject } = await addCitizen(stage.service)
    const page = await ida.open(`/citizen/?subject=${subject}`)
    expect(languageOf(page)).toBe('en')
    const back = page.html.querySelector('footer input[name="back"]')?.getAttribute('value') ?? ''
    const german = await ida.inner.post('/language/', { back, language: 'de' })
    expect([german.status, languageOf(german)]).toEqual([200, 'de'])
    expect(german.html.querySelector('main')?.text).toContain(subject)
    expect(languageOf(await ida.open('/letters/'))).toBe('de')
  })

  test.each(['xx', '', 'de\r\nset-cookie: a=b'])('%j is none, and changes nothing', async (language) => {
    const page = await ida.inner.post('/language/', { back: '/letters/', language }, { follow: false })
    expect([page.status, page.location, page.headers.getSetCookie()]).toEqual([
      303,
      `${stage.url}/letters/`,
      [],
    ])
  })

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example/', 'x', ''])(
    'leads to no other place: %j',
    async (back) => {
      const page = await ida.inner.post('/language/', { back, language: 'fr' }, { follow: false })
      expect([page.status, page.location]).toEqual([303, `${stage.url}/`])
    },
  )

  test('is no choice of a stranger, or of another site', async () => {
    const fields = { back: '/letters/', language: 'fr' }
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const [browser, options] of [
      [stage.browser().inner, {}],
      [ida.inner, { headers }],
    ] as const) {
      const answer = await browser.post('/language/', fields, { follow: false, ...options })
      expect(answer.headers.getSetCookie().join()).not.toContain('portico_language')
    }
  })
})
