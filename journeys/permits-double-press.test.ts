// Takes minutes, because a real browser presses everything that the page has, in each manner, and opens it anew each time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE_MILLISECONDS } from './chromium.ts'
import { CONTROLS, type Control, placesInTheCode } from './permits-controls.ts'
import { openPermitsStage, type PermitsStage } from './permits-stage.ts'
import type { Story } from './permits-steps.ts'
import { STORIES } from './permits-stories.ts'
import { isShown, openPeople, openVisit, type People, type Visit, WITHOUT_SCRIPTS } from './permits-visits.ts'
import { click, holdFirst, middleOf } from './presses.ts'

/** One act has one effect, however often a button is pressed, and nobody ends on a page without a way on. */
let stage: PermitsStage
let people: People
let visit: Visit
const pressed = new Set<string>()

beforeAll(async () => {
  stage = await openPermitsStage()
  people = await openPeople(stage)
})
afterAll(() => stage?.close())

const targetOf = ({ target, controls: [first] }: Story) => target ?? CONTROLS[first]

const MANNERS: readonly {
  readonly manner: string
  readonly stories: readonly Story[]
  press(story: Story): Promise<void>
}[] = [
  {
    manner: 'two clicks, the second one before the answer',
    stories: STORIES,
    async press(story) {
      const at = await middleOf(visit.guest.page.locator(targetOf(story)).first())
      await twice(story, (count) => click(visit.guest.page, at, count))
      await story.done(visit)
      await story.clicked?.(visit)
    },
  },
  {
    manner: 'two clicks, the second one after the answer',
    // The others have none.
    stories: STORIES.filter(({ slow }) => slow),
    async press(story) {
      const at = await middleOf(visit.guest.page.locator(targetOf(story)).first())
      await click(visit.guest.page, at, 1)
      await story.done(visit)
      await click(visit.guest.page, at, 2)
      await story.done(visit)
      await story.clicked?.(visit)
    },
  },
  {
    manner: 'Enter twice',
    stories: STORIES,
    async press(story) {
      await visit.guest.page
        .locator(story.enterOn ?? targetOf(story))
        .first()
        .focus()
      await twice(story, () => visit.guest.page.keyboard.press('Enter'))
      await story.done(visit)
    },
  },
]

/** Presses, and presses again before the first press is answered. */
async function twice({ slow }: Story, press: (count: 1 | 2) => Promise<void>): Promise<void> {
  const gate = slow && (await holdFirst(visit.guest.page, slow))
  await press(1)
  await gate?.reached
  await press(2)
  await gate?.release()
}

/** Opens the page for a story. Returns what finds out how many effects there are since. */
async function open(story: Story, effects = story.effects): Promise<(wanted: number) => Promise<void>> {
  visit = await openVisit(stage, people, story.opens)
  await story.arrive?.(visit)
  const before = (await effects?.(visit)) ?? 0
  const count = async () => ((await effects?.(visit)) ?? 0) - before
  return async (wanted) => {
    // What a second press might have sent is answered.
    await expect.poll(() => visit.requests.open.size, { timeout: PATIENCE_MILLISECONDS }).toBe(0)
    await expect.poll(count).toBe(wanted)
  }
}

/** The page has something to press, and the browser has reported nothing that the story does not know. */
async function expectAWayOn({ refusals }: Story): Promise<void> {
  const { page, faults } = visit.guest
  expect(await page.locator('main :is(button:enabled, summary, a[href]):visible').count()).toBeGreaterThan(0)
  // A second press on a link or a button that leads away ends the first way there.
  const unknown = faults.filter((fault) => !/ net::ERR_ABORTED$/.test(fault) && !refusals?.test(fault))
  expect(unknown).toEqual([])
}

const wanted = (story: Story) => (story.effects ? 1 : 0)

describe.each(MANNERS)('$manner', ({ manner, stories, press }) => {
  test.each(stories)('$what', async (story) => {
    const hasEffects = await open(story)
    await press(story)
    await hasEffects(wanted(story))
    await expectAWayOn(story)
    for (const control of story.controls) pressed.add(`${manner}: ${control}`)
  })
})

const BACK = 'once, Back, and again'

describe(BACK, () => {
  test.each(STORIES)('$what', async (story) => {
    const { again } = story
    const hasEffects = await open(story, again === 'gone' ? story.effects : (again.of ?? story.effects))
    const { page } = visit.guest
    await page.locator(targetOf(story)).first().click()
    await story.done(visit)
    await page.goBack()
    if (page.url() === stage.permits.url + WITHOUT_SCRIPTS) await page.goForward()
    await isShown(visit.guest)
    if (again !== 'gone') {
      await (again.arrive ?? story.arrive)?.(visit)
      await page.locator(targetOf(story)).first().click()
      await (again.done ?? story.done)(visit)
    }
    await hasEffects(again === 'gone' ? wanted(story) : again.effects)
    await expectAWayOn(story)
    for (const control of story.controls) pressed.add(`${BACK}: ${control}`)
  })
})

test('the stories press everything that the code of the page makes, in every manner that fits', () => {
  const known = Object.keys(CONTROLS) as Control[]
  expect(placesInTheCode().sort()).toEqual(known.sort())
  const manners = [...MANNERS.filter(({ stories }) => stories === STORIES).map(({ manner }) => manner), BACK]
  const all = manners.flatMap((manner) => known.map((control) => `${manner}: ${control}`))
  expect(all.filter((one) => !pressed.has(one))).toEqual([])
})
