import type { Page } from 'playwright-core'
import type { FilledForm } from '../attacks/citizens-at-forms.ts'

/** A form of the page that is open, and what a person enters. */
export interface WantedForm {
  /** The path that it is sent to. */
  readonly route: string
  readonly form: FilledForm
}

/** What the page says. */
export interface Words {
  readonly heading: string
  /** What it says about what was pressed: a notice, or a problem. */
  readonly said: string
}

/** Scripts for a page. A locator of Playwright would bring 340 kB of script into each page, for as much as opening it costs. */
const FIND = `
  const { route, form: { button, fields = {} } } = wanted
  const plain = (text) => text.replace(/\\s+/g, ' ').toLowerCase()
  const chosen = fields.decision ?? fields.session
  const [form] = [...document.querySelectorAll('form[action="' + route + '"]')].filter((one) =>
    (chosen === undefined || one.querySelector('[value="' + chosen + '"]')) &&
    (button === undefined || [...one.querySelectorAll('button')].some(({ textContent }) => plain(textContent).includes(plain(button)))))
  const last = (words) => [...(form?.querySelectorAll(words) ?? [])].at(-1)
  const submit = last('button:not([type=button])')`

const FILL = `
  if (!submit) throw new Error('No form with a button for ' + route)
  form.closest('details')?.setAttribute('open', '')
  for (const [name, value] of Object.entries(fields)) {
    const [field, ...others] = form.querySelectorAll('[name="' + name + '"]')
    if (!field || others.length > 0) throw new Error('Not one field ' + name + ' for ' + route)
    if (field.type === 'hidden') field.setAttribute('value', value)
    if (['hidden', 'submit'].includes(field.type)) continue
    if (!field.checkVisibility({ visibilityProperty: true }) || field.matches(':disabled, :read-only:not(select)'))
      throw new Error('Nobody can fill in ' + name)
    field.focus()
    field.value = value
    if (field.value !== value) throw new Error('Field ' + name + ' does not take ' + value)
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  }`

const MIDDLE = `
  submit.scrollIntoViewIfNeeded()
  const { x, y, width, height } = submit.getBoundingClientRect()
  if (width * height === 0) throw new Error('Nobody sees the button for ' + route)
  return { x: x + width / 2, y: y + height / 2 }`

const FOCUS = `(last('input:not([type=hidden], [hidden])') ?? submit).focus()`

const WORDS = `
  const seen = [...document.querySelectorAll('main :is([role=status], [role=alert])')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height > 0)
  return {
    heading: document.querySelector('h1').innerText,
    said: seen.map(({ innerText }) => innerText).join(' ').replace(/\\s+/g, ' '),
  }`

const run = <Value>(page: Page, script: string, wanted?: WantedForm): Promise<Value> =>
  page.evaluate<Value>(`((wanted) => {${script}})(${JSON.stringify(wanted) ?? ''})`)

/** Fills the form in, as a person does, and brings its button into view. Returns its middle. */
export const fillForMouse = (page: Page, { route, form }: WantedForm) =>
  run<{ readonly x: number; readonly y: number }>(page, FIND + FILL + MIDDLE, { route, form })

/** Fills the form in, and goes to its last field, or to the button of a form without one. */
export const fillForEnter = (page: Page, { route, form }: WantedForm) =>
  run<void>(page, FIND + FILL + FOCUS, { route, form })

/** Whether the page has the form, with a button that does not wait. */
export const canPress = (page: Page, { route, form }: WantedForm) =>
  run<boolean>(page, `${FIND}\nreturn Boolean(submit) && !submit.matches(':disabled')`, { route, form })

/** Reads the page that is open. */
export const wordsOf = (page: Page) => run<Words>(page, WORDS)

/** How many ways on the page has that look like a button. */
export const countButtons = (page: Page) =>
  run<number>(page, `return document.querySelectorAll('main .button').length`)
