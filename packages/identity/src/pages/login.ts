import { type Html, html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  type Fault,
  field,
  hiddenInput,
  isolated,
  passwordField,
  postForm,
  problemSummary,
  submitButton,
} from './parts.ts'
import { type PasskeyQuestion, usePasskeyForm } from './passkey-form.ts'
import { PATHS } from './paths.ts'
import { type Trouble, troubleMessage } from './trouble.ts'
import type { Words } from './words/en.ts'

/** The sign-in form. `wrong` is the same for an unknown, waiting or suspended account and a wrong password. */
export interface LoginView {
  readonly csrfToken: string
  readonly email?: string | undefined
  readonly problem?:
    | 'wrong'
    | 'passkey-refused'
    | 'passkey-too-late'
    | 'code-too-late'
    | Exclude<Trouble, 'unknown-browser'>
    | undefined
  /** The question for a passkey, where passkeys are possible. */
  readonly passkey?: PasskeyQuestion | undefined
  /** The program that the citizen came from. */
  readonly programName?: string | undefined
  /** The program that the citizen came from, where it waits no longer. */
  readonly lapsedProgram?: string | undefined
  /** Whether that program asks for more than a password. */
  readonly asksForMore?: boolean | undefined
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  readonly registerHref?: string
  readonly recoverHref?: string
}

function loginForm(frame: PageFrame, view: LoginView): Html {
  const { labels, login } = frame.words
  const email = field({
    name: 'email',
    type: 'email',
    label: labels.email,
    autocomplete: view.passkey ? 'username webauthn' : 'username',
    value: view.email,
  })
  const password = passwordField(
    frame.words,
    { name: 'password', label: labels.password, autocomplete: 'current-password' },
    view.passkey !== undefined,
  )
  const contents = html`${email}${password}
<p class="beside"><a href="${view.recoverHref ?? PATHS.recover}">${login.forgotten}</a></p>
${hiddenInput('resume', view.resume)}${view.passkey && hiddenInput('makes_passkeys', '')}
${submitButton(login.button)}`
  return postForm({ action: PATHS.login, csrfToken: view.csrfToken, contents })
}

function loginFaults(words: Words, problem: NonNullable<LoginView['problem']>): readonly Fault[] {
  const { wrong, wrongHelp, passkeyRefused, passkeyTooLate, codeTooLate } = words.login
  if (problem === 'wrong') return [{ message: wrong, fieldName: 'email' }, { message: wrongHelp }]
  if (problem === 'passkey-refused') return [{ message: passkeyRefused, fieldName: 'email' }]
  if (problem === 'passkey-too-late') return [{ message: passkeyTooLate }]
  return [{ message: problem === 'code-too-late' ? codeTooLate : troubleMessage(words, problem) }]
}

/** The page that signs a citizen in, for the account pages or a program. */
export function loginPage(frame: PageFrame, view: LoginView): PageDocument {
  const { words } = frame
  const text = words.login
  const { problem, programName } = view
  const faults = problem === undefined ? [] : loginFaults(words, problem)
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
${programName !== undefined && html`<p class="lead">${text.toProgram(isolated(programName))}</p>`}
${view.lapsedProgram !== undefined && html`<p class="lead">${text.lapsed(isolated(view.lapsedProgram))}</p>`}
${view.asksForMore && view.passkey && html`<p>${text.asksForMore}</p>`}
${loginForm(frame, view)}
${view.passkey && usePasskeyForm(frame, { ...view, question: view.passkey, label: text.passkey })}
<p class="aside">${text.noAccount} <a href="${view.registerHref ?? PATHS.register}">${text.register}</a></p>`
  return layout(frame, { title: text.title, main, hasProblem: faults.length > 0 })
}
