import { expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService } from '../../testing/test-service.ts'

test('times are in the zone of the browser, in the citizen’s language; without a script they say UTC', async () => {
  const service = await startTestService()
  const browser = await launchChromium()
  try {
    const shown = async (language: string, javaScriptEnabled: boolean) => {
      const http = service.browser()
      await signIn(http, await addCitizen(service, { language }))
      const cookies = [...http.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl }))
      const context = await browser.newContext({ timezoneId: 'Africa/Cairo', javaScriptEnabled })
      await context.addCookies(cookies)
      const page = await context.newPage()
      const faults: string[] = []
      page.on('console', (message) => faults.push(message.text()))
      await page.goto(`${service.baseUrl}/account/sessions/`)
      const time = page.locator('time').first()
      const text = await time.innerText()
      const instant = new Date((await time.getAttribute('datetime')) ?? '')
      await context.close()
      expect(faults).toEqual([])
      return { text, instant }
    }
    const [local, plain] = [await shown('ar', true), await shown('ar', false)]
    const clock = (instant: Date, timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(instant)
    expect(plain.text).toContain(clock(plain.instant, 'UTC'))
    expect(plain.text).toMatch(/UTC|غرينتش/)
    expect(local.text).toContain(clock(local.instant, 'Africa/Cairo'))
    expect(local.text).not.toContain('UTC')
    for (const isScripted of [true, false])
      expect((await shown('de', isScripted)).text).toMatch(/ um \d\d:\d\d\u00a0Uhr (?:UTC|OEZ|GMT\+[23])$/)
  } finally {
    await browser.close()
    await service.close()
  }
})
