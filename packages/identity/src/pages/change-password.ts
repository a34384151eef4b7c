import { html, type PageDocument } from '../platform/html.ts'
import { accountLayout } from './account-layout.ts'
import type { PageFrame } from './layout.ts'
import {
  type Fault,
  notice,
  passwordField,
  postForm,
  problemSummary,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
import { PATHS } from './paths.ts'
import { newPasswordField, type PasswordProblem, passwordFaults } from './set-password.ts'
import type { Trouble } from './trouble.ts'

/** The form that changes the password of a signed-in citizen. */
export interface ChangePasswordView {
  readonly csrfToken: string
  readonly email: string
  readonly minLength: number
  readonly problem?:
    | { readonly problems: { readonly current?: 'required' | 'wrong'; readonly chosen?: PasswordProblem } }
    | Trouble
    | undefined
  readonly notice?: 'changed' | undefined
}

function faultsOf({ words }: PageFrame, { problem, minLength }: ChangePasswordView): readonly Fault[] {
  if (typeof problem !== 'object' || !('problems' in problem))
    return passwordFaults(words, { problem, minLength })
  const { current, chosen } = problem.problems
  const ofCurrent = current && words.fieldProblems.current_password[current]
  return [
    ...(ofCurrent === undefined ? [] : [{ message: ofCurrent, fieldName: 'current_password' }]),
    ...passwordFaults(words, { problem: chosen, minLength }),
  ]
}

/** The page that changes the password of a citizen who knows the current one. */
export function changePasswordPage(frame: PageFrame, view: ChangePasswordView): PageDocument {
  const { words } = frame
  const text = words.changePassword
  const faults = faultsOf(frame, view)
  const current = passwordField(words, {
    name: 'current_password',
    label: words.labels.current_password,
    autocomplete: 'current-password',
    problem: faults.find(({ fieldName }) => fieldName === 'current_password')?.message,
  })
  const contents = html`${usernameForPasswordManagers(view.email)}
${current}
<p class="beside"><a href="${PATHS.recover}">${text.forgotten}</a></p>
${newPasswordField(words, words.labels.new_password, faults, view.minLength)}
${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
${notice(view.notice && text.changed)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${postForm({ action: PATHS.password, csrfToken: view.csrfToken, contents })}`
  return accountLayout(frame, PATHS.password, { title: text.title, main, faults })
}
