import type { openWindow } from '../chromium.ts'
import { canPress, fillForEnter, fillForMouse, type WantedForm, type Words, wordsOf } from './in-page.ts'
import type { SlowFront, Slowness } from './slow-front.ts'

/** A window at a form. */
export interface AtPage extends WantedForm {
  readonly window: Awaited<ReturnType<typeof openWindow>>
  readonly front: SlowFront
  /** What the page says after “Back” and another press, if it stays and sends nothing. */
  readonly saysAgain?: string
}

/** Where somebody is after a press. */
export interface Ending extends Words {
  readonly status: number
}

/** The form whose answer is a file: the page stays. */
const FILE = '/account/data/download/'

/** Carries out an act that leads to another page. */
async function ledOn({ window: { page }, route }: AtPage, act: () => Promise<unknown>): Promise<void> {
  const come =
    route === FILE
      ? page.waitForEvent('download')
      : page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
  await Promise.all([come, act()])
  await page.waitForLoadState('load')
}

async function endingOf({ window: { page, documents }, front }: AtPage): Promise<Ending> {
  await front.idle()
  return { status: Number(documents.at(-1)?.split(' ').at(-1)), ...(await wordsOf(page)) }
}

type Press = (at: AtPage) => Promise<() => Promise<void>>

/** A press of the mouse. The second one is at the same place, whatever is there then. */
const byMouse: Press = async (at) => {
  const { page } = at.window
  const { x, y } = await fillForMouse(page, at)
  return () => page.mouse.click(x, y)
}

/** A press of Enter in a field, or on the button of a form without one. */
const byEnter: Press = async (at) => {
  const { page } = at.window
  await fillForEnter(page, at)
  return () => page.keyboard.press('Enter')
}

/** Presses once. */
export async function once(at: AtPage): Promise<Ending> {
  await ledOn(at, await byMouse(at))
  return endingOf(at)
}

/** Presses, and again before the answer of the first is there. */
async function twice(at: AtPage, by: Press, slowness: Slowness): Promise<Ending> {
  const press = await by(at)
  const held = at.front.hold(slowness)
  await ledOn(at, async () => {
    await press()
    await held.came(1)
    await press()
    await held.came(2)
    held.release()
  })
  return endingOf(at)
}

/** Two quick clicks: both forms reach the service at once. */
export const twoClicks = (at: AtPage) => twice(at, byMouse, 'form')

/** Two times Enter: the first form is answered, and its page is slow. */
export const twoEnters = (at: AtPage) => twice(at, byEnter, 'page')

/** Goes back from where `once` has led, and presses again where the page has the form still, and its button does not wait. */
export async function backAndAgain(at: AtPage): Promise<Ending> {
  if (at.route !== FILE) await at.window.page.goBack()
  if (!(await canPress(at.window.page, at))) return endingOf(at)
  if (at.saysAgain === undefined) return once(at)
  await (await byMouse(at))()
  await at.window.page.getByText(at.saysAgain).waitFor()
  return endingOf(at)
}
