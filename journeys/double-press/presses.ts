import type { Locator } from 'playwright-core'
import type { FilledForm } from '../attacks/citizens-at-forms.ts'
import type { openWindow } from '../chromium.ts'
import { middleOf } from '../presses.ts'
import type { SlowFront, Slowness } from './slow-front.ts'

/** A window at a form. */
export interface AtPage {
  readonly window: Awaited<ReturnType<typeof openWindow>>
  readonly front: SlowFront
  /** The path that the form is sent to. */
  readonly route: string
  readonly form: FilledForm
  /** What the page says after “Back” and another press, if it stays and sends nothing. */
  readonly saysAgain?: string
}

/** Where somebody is after a press. */
export interface Ending {
  readonly status: number
  readonly heading: string
  /** What the page says about what was pressed: a notice, or a problem. */
  readonly said: string
}

/** The form whose answer is a file: the page stays. */
const FILE = '/account/data/download/'

/** The form in the page that is open. */
function formIn({ window: { page }, route, form: { button, fields = {} } }: AtPage): Locator {
  const all = page.locator(`form[action="${route}"]`)
  const chosen = fields['decision'] ?? fields['session']
  const those = chosen === undefined ? all : all.filter({ has: page.locator(`[value="${chosen}"]`) })
  return button === undefined ? those : those.filter({ has: page.locator('button', { hasText: button }) })
}

const SUBMIT = 'button:not([type=button])'

/** Fills it in, as a person does. */
async function fill(at: AtPage): Promise<Locator> {
  const form = formIn(at).first()
  await form.evaluate((one) => one.closest('details')?.setAttribute('open', ''))
  for (const [name, value] of Object.entries(at.form.fields ?? {})) {
    const field = form.locator(`[name="${name}"]`)
    const kind = await field.evaluate((one) => one.getAttribute('type') ?? one.tagName)
    if (kind === 'hidden') await field.evaluate((one, text) => one.setAttribute('value', text), value)
    else if (kind === 'SELECT') await field.selectOption(value)
    else if (kind !== 'submit') await field.fill(value)
  }
  return form
}

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
  const said = await page.locator('main :is([role=status], [role=alert]):visible').allInnerTexts()
  return {
    status: Number(documents.at(-1)?.split(' ').at(-1)),
    heading: await page.locator('h1').innerText(),
    said: said.join(' ').replace(/\s+/g, ' '),
  }
}

type Press = (at: AtPage) => Promise<() => Promise<void>>

/** A press of the mouse. The second one is at the same place, whatever is there then. */
const byMouse: Press = async (at) => {
  const button = (await fill(at)).locator(SUBMIT).last()
  const { x, y } = await middleOf(button)
  return () => at.window.page.mouse.click(x, y)
}

/** A press of Enter in a field, or on the button of a form without one. */
const byEnter: Press = async (at) => {
  const form = await fill(at)
  const fields = form.locator('input:not([type=hidden], [hidden])')
  await ((await fields.count()) > 0 ? fields : form.locator(SUBMIT)).last().focus()
  return () => at.window.page.keyboard.press('Enter')
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
  const buttons = formIn(at).first().locator(SUBMIT)
  const isThere = (await buttons.count()) > 0 && (await buttons.last().isEnabled())
  if (!isThere) return endingOf(at)
  if (at.saysAgain === undefined) return once(at)
  await (await byMouse(at))()
  await at.window.page.getByText(at.saysAgain).waitFor()
  return endingOf(at)
}
