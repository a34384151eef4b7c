import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'
import { type Fault, field, postForm, submitButton, usernameForPasswordManagers } from './parts.ts'
import { type PasskeyQuestion, usePasskeyForm } from './passkey-form.ts'
import { type Trouble, troubleMessage } from './trouble.ts'
import type { Words } from './words/en.ts'

/** The proof that a change needs, and why the last one was refused. */
export interface ProveStep {
  readonly kind: 'prove'
  readonly question?: PasskeyQuestion | undefined
  readonly problem?: 'required' | 'wrong' | Trouble | undefined
}

/** The page that asks for the proof. */
export interface ProveParts {
  readonly csrfToken: string
  readonly email: string
  readonly lead: string
  readonly action: string
  readonly leadsTo: 'passkeys' | 'codes'
}

/** The faults of a refused proof. */
export function proveFaults(words: Words, { problem }: ProveStep): readonly Fault[] {
  if (problem === undefined) return []
  if (problem !== 'required' && problem !== 'wrong') return [{ message: troubleMessage(words, problem) }]
  return [{ message: words.fieldProblems.current_password[problem], fieldName: 'password' }]
}

/** Asks a signed-in citizen for the password or a passkey. */
export function proveSection(frame: PageFrame, parts: ProveParts, step: ProveStep): Html {
  const { words } = frame
  const { csrfToken, email, lead, action, leadsTo } = parts
  const text = words.passkeys
  const { question } = step
  const contents = html`${usernameForPasswordManagers(email)}${field({
    name: 'password',
    type: 'password',
    label: words.labels.password,
    autocomplete: 'current-password',
    problem: proveFaults(words, step).find(({ fieldName }) => fieldName === 'password')?.message,
  })}
${submitButton(text.proveButton)}`
  const view = { csrfToken, label: text.provePasskey, leadsTo }
  return html`<section class="apart" aria-labelledby="prove">
<h2 id="prove">${text.proveTitle}</h2>
<p>${lead}</p>
${postForm({ action, csrfToken, contents })}
${question && usePasskeyForm(frame, { ...view, question })}
</section>`
}
