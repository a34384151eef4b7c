import type { Locator, Page } from 'playwright-core'
import type { FilledForm } from '../attacks/citizens-at-forms.ts'
import type { openWindow } from '../chromium.ts'
import type { SlowFront, Slowness } from './slow-front.ts'

/** A window at a form. */
export interface AtPage {
  readonly window: Awaited<ReturnType<typeof openWindow>>
  readonly front: SlowFront
  /** The path that the form is sent to. */
  readonly route: string
  readonly form: FilledForm
  /** The answer is a file, and the page stays. */
  readonly isFile: boolean
}

/** Where somebody is after a press. */
export interface Ending {
  readonly status: number
  readonly heading: string
  /** What the page says about what was pressed: a notice, or a problem. */
  readonly said: string
}

/** The form in the page that is open. */
export function formIn({ window: { page }, route, form: { button, fields = {} } }: AtPage): Locator {
  const all = page.locator(`form[action="${route}"]`)
  const { decision } = fields
  const decided = decision === undefined ? all : all.filter({ has: page.locator(`[value="${decision}"]`) })
  const named = button === undefined ? decided : decided.filter({ has: page.locator('button', { hasText: button }) })
  return named.first()
}

const OPEN = '(form) => form.closest("details")?.setAttribute("open", "")'

/** Fills it in, as a person does. */
async function fill(at: AtPage): Promise<Locator> {
  const form = formIn(at)
  await form.evaluate(OPEN)
  for (const [name, value] of Object.entries(at.form.fields ?? {})) {
    const field = form.locator(`[name="${name}"]`)
    const type = await field.evaluate<string>('({ type }) => type')
    if (type === 'hidden') await field.evaluate(`(field) => { field.value = ${JSON.stringify(value)} }`)
    else if (type === 'select-one') await field.selectOption(value)
    else if (type !== 'submit') await field.fill(value)
  }
  return form
}

/** Carries out an act that leads to another page. */
async function ledOn({ window: { page }, isFile }: AtPage, act: () => Promise<unknown>): Promise<void> {
  const come = isFile
    ? page.waitForEvent('download')
    : page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
  await Promise.all([come, act()])
  await page.waitForLoadState('load')
}

async function endingOf({ window: { page, documents } }: AtPage): Promise<Ending> {
  const said = await page.locator('main [role=status], main [role=alert]').allInnerTexts()
  return {
    status: Number(documents.at(-1)?.split(' ').at(-1)),
    heading: await page.locator('h1').innerText(),
    said: said.join(' ').replace(/\s+/g, ' '),
  }
}

type Press = (at: AtPage) => Promise<() => Promise<void>>

/** A press of the mouse. The second one is at the same place, whatever is there then. */
const byMouse: Press = async (at) => {
  const button = (await fill(at)).locator('button:not([type=button])').last()
  await button.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  return () => at.window.page.mouse.click(x + width / 2, y + height / 2)
}

/** A press of Enter in a field, or on the button of a form without one. */
const byEnter: Press = async (at) => {
  const form = await fill(at)
  const fields = form.locator('input:not([type=hidden], [hidden])')
  await ((await fields.count()) > 0 ? fields : form.locator('button')).last().focus()
  return () => at.window.page.keyboard.press('Enter')
}

/** Presses once. */
export async function once(at: AtPage): Promise<Ending> {
  const press = await byMouse(at)
  await ledOn(at, press)
  await at.front.idle()
  return endingOf(at)
}

/** Presses, and again before the answer of the first is there. `prevented` resolves where the page sends no second form. */
async function twice(at: AtPage, by: Press, slowness: Slowness, prevented?: () => Promise<void>): Promise<Ending> {
  const press = await by(at)
  const held = at.front.hold(slowness)
  await ledOn(at, async () => {
    await press()
    await held.came(1)
    await press()
    await (prevented?.() ?? held.came(2))
    held.release()
  })
  await at.front.idle()
  return endingOf(at)
}

/** Two quick clicks: both forms reach the service at once. */
export const twoClicks = (at: AtPage, prevented?: () => Promise<void>) => twice(at, byMouse, 'form', prevented)

/** Two times Enter: the first form is answered, and its page is slow. */
export const twoEnters = (at: AtPage, prevented?: () => Promise<void>) => twice(at, byEnter, 'page', prevented)

/** Goes back, and presses again where the page has the form still. */
export async function backAndAgain(at: AtPage): Promise<Ending & { readonly isPressed: boolean }> {
  const { page } = at.window
  if (!at.isFile) await page.goBack()
  const isPressed = (await formIn(at).count()) > 0
  return { ...(isPressed ? await once(at) : await endingOf(at)), isPressed }
}
