import { ApiProblem } from './api.ts'
import { at, element } from './dom.ts'

/** Sends a form by script, once at a time. Shows a refusal at its fields, and keeps the typed text. */
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
  const general = form.querySelector<HTMLElement>('.form-error')
  if (general) general.hidden = true
}

function showProblem(form: HTMLFormElement, { message, fields }: ApiProblem): void {
  const general = form.querySelector<HTMLElement>('.form-error')
  if (general) {
    general.textContent = message
    general.hidden = false
  }
  for (const [name, problem] of [...fields].reverse()) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLElement) markField(field, `${form.id}-${name}-error`, problem)
  }
}

function markField(field: HTMLElement, id: string, problem: string): void {
  const error = element('span', problem, 'field-error')
  error.id = id
  field.after(error)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', id)
  field.focus()
}
