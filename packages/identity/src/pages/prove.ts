import { type Html, html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'
import {
  type Fault,
  passwordField,
  postForm,
  sentences,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
import { type PasskeyQuestion, usePasskeyForm } from './passkey-form.ts'
import type { ProvenPage } from './paths.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { Words } from './words/en.ts'

/** What a page asks for first: the password, or a passkey. */
export interface ProveStep {
  readonly leadsTo: ProvenPage
  /** Why it asks: the last sign-in is too old, or it was with the password alone where the account has an app. */
  readonly why: keyof Words['passkeys']['proveWhy']
  /** Nothing where no passkey is possible. */
  readonly question?: PasskeyQuestion | undefined
  readonly problem?: 'required' | 'wrong' | Trouble | undefined
}

/** What was wrong with the proof. */
export function proveFaults(words: Words, problem: ProveStep['problem']): readonly Fault[] {
  if (problem !== 'required' && problem !== 'wrong') return troubleFaults(words, problem)
  return [{ message: words.fieldProblems.current_password[problem], fieldName: 'password' }]
}

/** The form that takes the password, and the button for a passkey. */
export function proveSection(
  frame: PageFrame,
  { csrfToken, email, lead }: { readonly csrfToken: string; readonly email: string; readonly lead: string },
  { leadsTo, why, question, problem }: ProveStep,
): Html {
  const { words } = frame
  const text = words.passkeys
  const contents = html`${usernameForPasswordManagers(email)}${passwordField(
    words,
    {
      name: 'password',
      label: words.labels.password,
      autocomplete: 'current-password',
      problem: proveFaults(words, problem).find(({ fieldName }) => fieldName === 'password')?.message,
    },
    question !== undefined,
  )}
${submitButton(text.proveButton)}`
  const view = { csrfToken, label: text.provePasskey, leadsTo }
  return html`<section class="apart" aria-labelledby="prove">
<h2 id="prove">${text.proveTitle}</h2>
<p>${sentences(words, text.proveWhy[why], lead)}</p>
${postForm({ action: `${leadsTo}prove/`, csrfToken, contents })}
${question && usePasskeyForm(frame, { ...view, question })}
</section>`
}
