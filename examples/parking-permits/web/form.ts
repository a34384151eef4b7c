import { ApiProblem } from './api.ts'
import { at, element } from './dom.ts'
import { words } from './words.ts'

/** Sends a form by script, once at a time. Shows a refusal above the form and at its fields, and keeps the typed text. */
export function onSubmit(id: string, send: (fields: Record<string, string>) => Promise<void>): void {
  const form = at(id, HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(form, send)
  })
}

async function submit(
  form: HTMLFormElement,
  send: (fields: Record<string, string>) => Promise<void>,
): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.disabled) return
  clearProblems(form)
  button.disabled = true
  try {
    await send(fieldsOf(form))
    form.reset()
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    showProblem(form, error)
  } finally {
    button.disabled = false
  }
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

function clearProblems(form: HTMLFormElement): void {
  for (const shown of form.querySelectorAll('.field-error')) shown.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
  const summary = form.querySelector<HTMLElement>('.form-error')
  if (summary) summary.hidden = true
}

function showProblem(form: HTMLFormElement, { message, fields }: ApiProblem): void {
  const problems = [...fields].flatMap(([name, problem]) => {
    const field = form.elements.namedItem(name)
    return isField(field) ? [{ field, says: sayOf(name, problem) }] : []
  })
  for (const { field, says } of problems) markField(field, says)
  const summary = form.querySelector<HTMLElement>('.form-error')
  if (!summary) return
  summary.replaceChildren(element('p', message), ...(problems.length > 0 ? [linksTo(problems)] : []))
  summary.hidden = false
  summary.focus()
}

type Field = HTMLInputElement | HTMLSelectElement

const isField = (found: unknown): found is Field =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement

const PROBLEMS: ReadonlyMap<string, { readonly missing: string; readonly wrong: string }> = new Map(
  Object.entries(words.fields),
)
const MISSING = ['required', 'blank']

/** What is wrong with a field, by its name and the code of the refusal. The sentence names the field. */
function sayOf(name: string, code: string): string {
  const problem = PROBLEMS.get(name)
  if (!problem) return words.problems.failed
  return MISSING.includes(code) ? problem.missing : problem.wrong
}

/** Says what is wrong below the field, and to those who hear the page when they come to the field. */
function markField(field: Field, says: string): void {
  const error = element('span', says, 'field-error')
  error.id = `${field.id}-error`
  field.after(error)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', error.id)
}

/** A link to each field with a problem. The link moves the focus, and the address of the page stays. */
function linksTo(problems: readonly { readonly field: Field; readonly says: string }[]): HTMLUListElement {
  const list = element('ul', '')
  for (const { field, says } of problems) {
    const link = element('a', says)
    link.href = `#${field.id}`
    link.onclick = (event) => {
      event.preventDefault()
      field.focus()
    }
    const item = element('li', '')
    item.append(link)
    list.append(item)
  }
  return list
}
