import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'
import { type Fault, field, hiddenInput, isolated, postForm, submitButton } from './parts.ts'

/** A name that was refused, and the key that it is for. */
export interface RefusedName {
  readonly id: string
  readonly name: string
}

/** A passkey or an app that may get another name. */
export interface RenamingForm {
  readonly action: string
  readonly csrfToken: string
  /** The name of the hidden input that says which one it is. */
  readonly idField: 'passkey' | 'app'
  readonly item: { readonly id: string; readonly name: string }
  readonly refused: RefusedName | undefined
  /** What is wrong with the refused name. */
  readonly message: string
}

const inputId = (id: string) => `name-${id}`

/** The fault of a refused name, with a link to its input. */
export function renamingFaults(refused: RefusedName | undefined, message: string): readonly Fault[] {
  return refused ? [{ message, fieldName: inputId(refused.id) }] : []
}

/** The form that gives a passkey or an app another name. It is closed until somebody wants it. */
export function renamingForm(frame: PageFrame, form: RenamingForm): Html {
  const { words } = frame
  const { item, refused, idField, action, csrfToken } = form
  const isRefused = refused?.id === item.id
  const contents = html`${hiddenInput(idField, item.id)}${field({
    id: inputId(item.id),
    name: 'name',
    type: 'text',
    label: words.renaming.label,
    autocomplete: 'off',
    value: isRefused ? refused.name : item.name,
    problem: isRefused ? form.message : undefined,
  })}
${submitButton(words.renaming.button, 'secondary')}`
  return html`<details${isRefused && html` open`}><summary>${words.renaming.open(isolated(item.name))}</summary>
${postForm({ action, csrfToken, contents })}
</details>`
}
