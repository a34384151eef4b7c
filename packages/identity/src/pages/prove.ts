import { type Html, html } from '../platform/html.ts'
import { scriptElement } from './assets.ts'
import type { PageFrame } from './layout.ts'
import {
  type Fault,
  passwordField,
  postForm,
  sentences,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
import type { ProvenPage } from './paths.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { WayIn } from './way-in.ts'
import type { Words } from './words/en.ts'

/** What a page asks for first: the password, or another way to sign in. */
export interface ProveStep {
  readonly leadsTo: ProvenPage
  /** Why it asks: the last sign-in is too old, or it was with the password alone where the account has an app. */
  readonly why: keyof Words['prove']['why']
  /** What else the citizen can prove it with. */
  readonly waysIn?: readonly WayIn[]
  readonly problem?: 'required' | 'wrong' | Trouble | undefined
}

/** What was wrong with the proof. */
export function proveFaults(words: Words, problem: ProveStep['problem']): readonly Fault[] {
  if (problem !== 'required' && problem !== 'wrong') return troubleFaults(words, problem)
  return [{ message: words.fieldProblems.current_password[problem], fieldName: 'password' }]
}

/** The form that takes the password, and the other ways to sign in. */
export function proveSection(
  frame: PageFrame,
  { csrfToken, email, lead }: { readonly csrfToken: string; readonly email: string; readonly lead: string },
  { leadsTo, why, waysIn = [], problem }: ProveStep,
): Html {
  const { words } = frame
  const text = words.prove
  const contents = html`${usernameForPasswordManagers(email)}${passwordField(words, {
    name: 'password',
    label: words.labels.password,
    autocomplete: 'current-password',
    problem: proveFaults(words, problem).find(({ fieldName }) => fieldName === 'password')?.message,
  })}
${submitButton(text.button)}`
  return html`<section class="apart" aria-labelledby="prove">
<h2 id="prove">${text.title}</h2>
<p>${sentences(words, text.why[why], lead)}</p>
${postForm({ action: `${leadsTo}prove/`, csrfToken, contents })}
${waysIn.length > 0 ? waysIn.map(({ form }) => form) : scriptElement}
</section>`
}
