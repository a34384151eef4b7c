import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { readConfig } from '../config.ts'
import { composeLetter } from '../mail/compose-letter.ts'
import { newestAddressed } from '../mail/newest-letter.fixture.ts'
import { sender } from '../mail/sample-letter.fixture.ts'
import { momentWords } from '../platform/date-words.ts'

const environment = { PORTICO_TIME_ZONE: 'America/Bogota' }
const { timeZone } = readConfig(environment)

let service: TestService
let browser: Browser

beforeAll(async () => {
  service = await startTestService({ environment })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

/** A citizen's two sign-ins with new browsers, the second of which a letter tells: the cookies, the letter, and when it was. */
async function signedInTwice(language: string) {
  const { foundation, clock, baseUrl } = service
  const citizen = await addCitizen(service, { language })
  await signIn(service.browser(), citizen)
  clock.advance(3600)
  const http = service.browser()
  await signIn(http, citizen)
  const at = clock.now()
  const addressed = await newestAddressed(foundation, 'new-device', citizen.email)
  const { text } = composeLetter({ ...sender, timeZone }, { messageId: 'a', addressed, at })
  const cookies = [...http.cookies].map(([name, value]) => ({ name, value, url: baseUrl }))
  return { cookies, letter: text, words: momentWords({ language, timeZone })(at) }
}

// proves: one-time-zone
test.each([
  ['en', true],
  ['de', true],
  ['de', false],
  ['ar', true],
  ['ar', false],
] as const)(
  'in %s, a letter, the sessions and the activity say a sign-in in the same words, wherever the browser is (script: %s)',
  async (language, javaScriptEnabled) => {
    const { cookies, letter, words } = await signedInTwice(language)
    expect(letter).toContain(words)
    const context = await browser.newContext({ timezoneId: 'Africa/Cairo', javaScriptEnabled })
    await context.addCookies(cookies)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => faults.push(message.text()))
    for (const path of ['/account/sessions/', '/account/activity/', '/account/']) {
      await page.goto(service.baseUrl + path)
      expect([path, await page.locator('time').allInnerTexts()]).toEqual([
        path,
        expect.arrayContaining([words]),
      ])
    }
    await context.close()
    expect(faults).toEqual([])
  },
)
