// Takes minutes, because a real browser presses each form of the service, and comes to it anew each time.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '../packages/identity/testing/test-service.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { CitizensAtForms } from './attacks/citizens-at-forms.ts'
import { type InnerStage, openInnerStage } from './attacks/inner-stage.ts'
import { openWindow } from './chromium.ts'
import { arriveWithDevice, DEVICE_STORIES } from './double-press/device-stories.ts'
import { type Counts, difference, openCounts } from './double-press/effects.ts'
import { countButtons } from './double-press/in-page.ts'
import { type AtPage, backAndAgain, type Ending, once, twoClicks, twoEnters } from './double-press/presses.ts'
import { openSlowFront, type SlowFront } from './double-press/slow-front.ts'
import { STORIES, type Story } from './double-press/stories.ts'

/** One act has one effect, however often its button is pressed, in a browser that waits for a slow answer. */
let front: SlowFront
let stage: InnerStage
let people: CitizensAtForms
let chromium: Browser
/** One for all stories, with the cookies of each: a new one would cost as much as a press. */
let window: AtPage['window']
let counts: Awaited<ReturnType<typeof openCounts>>

beforeAll(async () => {
  front = await openSlowFront(() => portOf(stage.service))
  ;[stage, chromium] = await Promise.all([
    openInnerStage({ environment: { PORTICO_BASE_URL: front.baseUrl } }),
    launchChromium(),
  ])
  people = await CitizensAtForms.open(stage, front.callback)
  counts = await openCounts(stage.service.database.address)
  window = await openWindow(chromium)
})
afterAll(async () => {
  await chromium?.close()
  await counts?.close()
  await stage?.close()
  await front?.close()
})

/** Longer than any limit of requests counts. */
const AN_HOUR = 3601

/** Brings a citizen of the story to its form. */
async function arrive({ route, toForm }: Story): Promise<AtPage> {
  stage.service.clock.advance(AN_HOUR)
  const { browser, form } = await toForm(people)
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: front.baseUrl }))
  await window.context.clearCookies()
  if (cookies.length > 0) await window.context.addCookies(cookies)
  // A request that no program has led to is asked about first.
  if (form.page.startsWith('/o/authorize/')) {
    await window.page.goto(front.pageWithLink(form.page))
    await window.press('Sign in')
  } else await window.page.goto(front.baseUrl + form.page)
  return { window, front, route, form }
}

/** What a press came to. */
interface Outcome {
  readonly status: number
  readonly end: string
  readonly effects: Counts
  /** The answers that the program got. */
  readonly answers: number
}

async function outcomeOf(press: (at: AtPage) => Promise<Ending>, at: AtPage): Promise<Outcome> {
  const [before, called] = [await counts.now(), front.callbacks.length]
  const { status, heading, said } = await press(at)
  return {
    status,
    end: said === '' ? heading : `${heading} | ${said}`,
    effects: difference(before, await counts.now()),
    answers: new Set(front.callbacks.slice(called)).size,
  }
}

/**
 * One form of each kind, for the answer that is slow after the form was answered: with fields of each type and with none, at
 * a mailed link, with a file as the answer, and those that lead to a program, begin a session or end one. That each form is
 * answered once also then is proven without a browser (`packages/identity/src/one-act.test.ts`).
 */
const WITH_ENTER: ReadonlySet<string> = new Set([
  ...[
    '/account/profile/',
    '/account/data/download/',
    '/account/password/',
    '/account/sessions/end/',
    '/language/',
  ],
  ...['/login/', '/login/code/', '/login/passkey/', '/logout/', '/o/authorize/decision/'],
  ...['/recover/confirm/', '/register/', '/register/confirm/'],
])

// proves: threat-repeated-act
describe('one act has one effect, and leads on', () => {
  test.each(STORIES)('$what', (story) => walk(story, () => arrive(story)))

  test.each(DEVICE_STORIES)('$what', async (story) => {
    const opened: AtPage[] = []
    await walk(story, async () => {
      const at = await arriveWithDevice(story, { people, front, chromium })
      opened.push(at)
      return at
    })
    for (const at of opened) await at.window.close()
  })
})

async function walk(
  { route, ends }: Pick<Story, 'route' | 'ends'>,
  arriveAnew: () => Promise<AtPage>,
): Promise<void> {
  const at = await arriveAnew()
  const single = await outcomeOf(once, at)
  expect([single.status, single.end]).toEqual([200, ends.once])
  const back = await outcomeOf(backAndAgain, at)
  const status = ends.backStatus ?? 200
  expect([back.status, back.end]).toEqual([status, ends.back])
  expect([back.effects, Object.keys(back.effects).length > 0]).toEqual([
    back.effects,
    ends.anew !== undefined,
  ])
  if (status !== 200) expect(await countButtons(at.window.page)).toBeGreaterThan(0)
  expect(await outcomeOf(twoClicks, await arriveAnew())).toEqual(single)
  if (WITH_ENTER.has(route)) expect(await outcomeOf(twoEnters, await arriveAnew())).toEqual(single)
}

/** A program's own request, which has no page before it. */
const NO_FORMS = ['/o/authorize/']

test('every form of a hosted page has a story: who adds one says where it leads', () => {
  const posts = stage.service.service.routes.filter(
    ({ method, audience }) => method === 'POST' && audience === 'page',
  )
  const told = new Set([
    ...STORIES.map(({ route }) => route),
    ...DEVICE_STORIES.map(({ route }) => route),
    ...NO_FORMS,
  ])
  expect(posts.map(({ path }) => path).sort()).toEqual([...told].sort())
  expect([...WITH_ENTER].filter((path) => !told.has(path))).toEqual([])
})
