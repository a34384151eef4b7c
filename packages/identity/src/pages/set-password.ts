import { type Html, html, type PageDocument } from '../platform/html.ts'
import { scriptElement } from './assets.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import {
  continuesTo,
  type Fault,
  hiddenInput,
  isolated,
  linkButton,
  type ProgramLink,
  passwordField,
  postForm,
  problemSummary,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { Words } from './words/en.ts'

type GuessableProblem = keyof Words['guessablePassword']

/** What can be wrong with a new password. */
export type PasswordProblem = keyof Words['fieldProblems']['password'] | GuessableProblem

/** Why a password is set: for a new account, or after recovery. */
export type PasswordPurpose = 'registration' | 'recovery'

/** The page behind the mailed link of a registration or a recovery. */
export interface SetPasswordView {
  readonly purpose: PasswordPurpose
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link, which the form returns. */
  readonly link: string
  readonly email: string
  readonly minLength: number
  readonly problem?: PasswordProblem | Trouble | undefined
  /** Hidden inputs that the form carries for other ways to sign in. */
  readonly carried?: readonly Html[]
  /** The program that the citizen goes on to. */
  readonly program?: ProgramLink | undefined
  /** The handle of its waiting request. */
  readonly resume?: string | undefined
  /** What the recovery will remove, because it is new. */
  readonly removes?: readonly RemovedSoon[]
}

/** What a recovery will remove: of which kind, and when each was added, in seconds since 1970. */
export interface RemovedSoon {
  readonly said: string
  readonly addedAt: readonly number[]
}

/** The page after a password was set by a mailed link. */
export interface PasswordSetView {
  readonly purpose: PasswordPurpose
  /** What the recovery has removed, in a sentence for each kind. */
  readonly removed?: readonly string[]
  readonly loginHref: string
}

/** Whether the problem is the password's, and not the service's. */
const isPasswordProblem = (words: Words, problem: unknown): problem is PasswordProblem =>
  typeof problem === 'string' &&
  (Object.hasOwn(words.fieldProblems.password, problem) || Object.hasOwn(words.guessablePassword, problem))

const isGuessable = (words: Words, problem: PasswordProblem): problem is GuessableProblem =>
  Object.hasOwn(words.guessablePassword, problem)

/** The message about a refused password. For one that is easy to guess, also how to choose a better one. */
function passwordProblemMessage(words: Words, problem: PasswordProblem, minLength: number): string {
  if (isGuessable(words, problem))
    return words.guessablePassword[problem] + words.between + words.betterPassword
  const texts = words.fieldProblems.password
  return problem === 'too_short' ? texts.too_short(minLength) : texts[problem]
}

/** The problems of a password form, in words, with the field to correct where there is one. */
export function passwordFaults(
  words: Words,
  { problem, minLength }: Pick<SetPasswordView, 'problem' | 'minLength'>,
): readonly Fault[] {
  if (!isPasswordProblem(words, problem)) return troubleFaults(words, problem)
  return [{ message: passwordProblemMessage(words, problem, minLength), fieldName: 'password' }]
}

/** The input for a new password, with its rules. The script shows it, and how long it is. */
export const newPasswordField = (
  words: Words,
  label: string,
  faults: readonly Fault[],
  minLength: number,
): Html =>
  html`${passwordField(words, {
    name: 'password',
    label,
    autocomplete: 'new-password',
    hint: words.hints.password(minLength),
    problem: faults.find(({ fieldName }) => fieldName === 'password')?.message,
    counting: words.charactersSoFar,
  })}
${scriptElement}`

/** Says before the new password what it removes, and why. */
function removesSection(frame: PageFrame, removes: readonly RemovedSoon[]): Html {
  const { setPassword, passwordSet } = frame.words
  return html`<section class="caution" aria-labelledby="removes"><div>
<h2 id="removes">${setPassword.removes}</h2>
${removes.map(({ said, addedAt }) => html`<p>${said}</p><ul>${addedAt.map((at) => html`<li>${moment(frame, at)}</li>`)}</ul>`)}
<p>${passwordSet.removed.why}</p>
</div></section>`
}

/** The page that sets a password after a mailed link was opened. */
export function setPasswordPage(frame: PageFrame, view: SetPasswordView): PageDocument {
  const { words } = frame
  const text = words.setPassword
  const faults = passwordFaults(words, view)
  const label = view.purpose === 'recovery' ? words.labels.new_password : words.labels.password
  const contents = html`${hiddenInput('link', view.link)}${hiddenInput('resume', view.resume)}
${usernameForPasswordManagers(view.email)}
${newPasswordField(words, label, faults, view.minLength)}
${view.carried}${submitButton(text[view.purpose].button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text[view.purpose].title}</h1>
${continuesTo(words, view.program?.name)}
<p class="lead">${view.purpose === 'recovery' ? text.recoveryLead : text.registrationLead}</p>
${view.purpose === 'recovery' && html`<p>${text.recoveryKeys}</p>`}
<p class="who"><span>${words.account}</span> <strong>${isolated(view.email)}</strong></p>
${view.removes !== undefined && view.removes.length > 0 && removesSection(frame, view.removes)}
${postForm({ action: view.action, csrfToken: view.csrfToken, contents })}`
  return layout(frame, { title: text[view.purpose].title, main, faults })
}

/** Says what was removed because it was new, why, and what to do. */
function removedSection({ words }: PageFrame, removed: readonly string[]): Html {
  const text = words.passwordSet.removed
  return html`<section class="apart" aria-labelledby="removed">
<h2 id="removed">${text.title}</h2>
${removed.map((sentence) => html`<p>${sentence}</p>`)}
<p>${text.why}</p>
<p>${text.next}</p>
</section>`
}

/** Says that the password is set, and what that changed. */
export function passwordSetPage(frame: PageFrame, view: PasswordSetView): PageDocument {
  const { purpose, loginHref, removed = [] } = view
  const text = frame.words.passwordSet
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text[purpose].title}</h1>
<p class="lead">${text[purpose].what}</p>
<p>${text[purpose].next}</p>
<p>${text.elsewhere}</p>
${removed.length > 0 && removedSection(frame, removed)}
<p class="actions">${linkButton(text.button, loginHref)}</p>`
  return layout(frame, { title: text[purpose].title, main })
}
