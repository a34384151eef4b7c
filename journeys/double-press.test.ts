import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '../packages/identity/testing/test-service.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { CitizensAtForms } from './attacks/citizens-at-forms.ts'
import { EVERY_FORM } from './attacks/every-form.ts'
import { type InnerStage, openInnerStage } from './attacks/inner-stage.ts'
import { openWindow } from './chromium.ts'
import { difference, openCounts } from './double-press/effects.ts'
import { type AtPage, backAndAgain, once, twoClicks, twoEnters } from './double-press/presses.ts'
import { openSlowFront, type SlowFront } from './double-press/slow-front.ts'

let front: SlowFront
let stage: InnerStage
let people: CitizensAtForms
let chromium: Browser
let counts: Awaited<ReturnType<typeof openCounts>>

beforeAll(async () => {
  front = await openSlowFront(() => portOf(stage.service))
  ;[stage, chromium] = await Promise.all([
    openInnerStage({ environment: { PORTICO_BASE_URL: front.baseUrl } }),
    launchChromium(),
  ])
  people = await CitizensAtForms.open(stage)
  counts = await openCounts(stage.service.database.address)
})
afterAll(async () => {
  await chromium?.close()
  await counts?.close()
  await stage?.close()
  await front?.close()
})

async function arrive(route: string): Promise<AtPage> {
  stage.service.clock.advance(3601)
  const { browser, form } = await (EVERY_FORM[route] as NonNullable<(typeof EVERY_FORM)[string]>)(people)
  const window = await openWindow(chromium)
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: front.baseUrl }))
  await window.context.addCookies(cookies)
  await window.page.goto(front.baseUrl + form.page)
  return { window, front, route, form, isFile: route === '/account/data/download/' }
}

const skip = ['/account/passkeys/add/', '/login/passkey/']
describe('x', () => {
  test.each(Object.keys(EVERY_FORM).filter((r) => !skip.includes(r) && r.includes(process.env['ONLY'] ?? '')))('%s', { timeout: 30_000 }, async (route) => {
    const t0 = performance.now()
    const single = await arrive(route)
    const t1 = performance.now()
    const before = await counts.now()
    const end = await once(single)
    const after = await counts.now()
    const base = difference(before, after)
    const t2 = performance.now()
    console.log(route, JSON.stringify(end), JSON.stringify(base))
    const back = await backAndAgain(single)
    const again = difference(after, await counts.now())
    console.log('  BACK', JSON.stringify(back), JSON.stringify(again), single.window.faults.join(' | '))
    await single.window.close()
    for (const [name, press] of Object.entries({ twoClicks, twoEnters })) {
      const at = await arrive(route)
      const first = await counts.now()
      const ending = await press(at)
      const done = difference(first, await counts.now())
      if (JSON.stringify([ending, done]) !== JSON.stringify([end, base])) console.log('  DIFF', name, JSON.stringify(ending), JSON.stringify(done))
      await at.window.close()
    }
    console.log('  ms', Math.round(t1 - t0), Math.round(t2 - t1), Math.round(performance.now() - t0))
  })
})
