import {
  accountLayout,
  icons,
  layout,
  linkButton,
  moment,
  PATHS,
  type PageFrame,
  type ProveStep,
  postForm,
  problemSummary,
  proveFaults,
  proveSection,
  submitButton,
  type Trouble,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { CLOSE_ACCOUNT } from '../paths.ts'
import { CLOSING_WORDS } from '../words/index.ts'

/** The page that closes the account: the form, or first the proof. */
export interface CloseAccountView {
  readonly csrfToken: string
  readonly email: string
  readonly step: ProveStep | 'close'
  /** The waiting period. */
  readonly days: number
  /** What waits for the account. */
  readonly waits: readonly Html[]
  /** Why the account stays open for now. */
  readonly trouble?: Trouble | undefined
}

/** Says what closing means, and asks for it. */
export function closeAccountPage(frame: PageFrame, view: CloseAccountView): PageDocument {
  const { words, accountLinks = [] } = frame
  const copy = accountLinks.flatMap(({ path, copy: title }) => (title ? [{ path, title }] : []))[0]
  const { page: text } = inLanguage(CLOSING_WORDS, frame.language)
  const { csrfToken, email, step, days, waits } = view
  const ofProof = step === 'close' ? [] : proveFaults(words, step.problem)
  const faults = [...troubleFaults(words, view.trouble), ...ofProof]
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead(days)}</p>
${waits}
<ul>${text.effects.map((effect) => html`<li>${effect}</li>`)}</ul>
${copy && html`<p>${text.copy} <a href="${copy.path}">${inLanguage(copy.title, frame.language)}</a></p>`}
${
  step === 'close'
    ? html`<div class="decisions">
${postForm({ action: CLOSE_ACCOUNT, csrfToken, contents: submitButton(text.button) })}
${linkButton(text.back, PATHS.profile, 'secondary')}
</div>`
    : proveSection(frame, { csrfToken, email, lead: text.proveLead }, step)
}`
  return accountLayout(frame, PATHS.profile, { title: text.title, main, faults })
}

/** Says when the account will be closed, and how to keep it. */
export function closingAskedPage(frame: PageFrame, { dueAt }: { readonly dueAt: number }): PageDocument {
  const { asked: text } = inLanguage(CLOSING_WORDS, frame.language)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.when(moment(frame, dueAt))}</p>
<p>${text.wayBack}</p>
<p class="actions">${linkButton(text.button, PATHS.login, 'secondary')}</p>`
  return layout(frame, { title: text.title, main })
}
