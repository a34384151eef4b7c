import { type Html, html } from '../platform/html.ts'
import { layout, type PageFrame } from './layout.ts'
import { field, hiddenInput, postForm, problemSummary, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import { MOST_CHARACTERS, type ProblemCode } from './register.ts'
import { type Trouble, troubleMessage } from './trouble.ts'

/** The recovery form, as it was sent if it was. */
export interface RecoverView {
  readonly csrfToken: string
  readonly email?: string | undefined
  readonly emailProblem?: ProblemCode | undefined
  readonly trouble?: Trouble | undefined
  /** The sign-in that waits, carried along. */
  readonly resume?: string | undefined
  readonly loginHref?: string
}

/** Where a citizen asks for a link to choose a new password. */
export function recoverPage(frame: PageFrame, view: RecoverView): Html {
  const { words } = frame
  const text = words.recover
  const problem = view.emailProblem && words.fieldProblems.email[view.emailProblem]
  const general = view.trouble === undefined ? [] : [{ message: troubleMessage(words, view.trouble) }]
  const faults = [...general, ...(problem === undefined ? [] : [{ message: problem, fieldName: 'email' }])]
  const email = field({
    name: 'email',
    type: 'email',
    label: words.labels.email,
    autocomplete: 'username',
    value: view.email,
    maxLength: MOST_CHARACTERS.email,
    problem,
  })
  const contents = html`${email}${hiddenInput('resume', view.resume)}${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${postForm({ action: PATHS.recover, csrfToken: view.csrfToken, contents })}
<p class="aside">${text.remembered} <a href="${view.loginHref ?? PATHS.login}">${text.signIn}</a></p>`
  return layout(frame, { title: text.title, main, hasProblem: faults.length > 0 })
}
