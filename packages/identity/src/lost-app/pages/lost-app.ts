import {
  field,
  hiddenInput,
  icons,
  isolated,
  layout,
  linkButton,
  moment,
  PATHS,
  type PageFrame,
  passwordField,
  postForm,
  problemSummary,
  proveFaults,
  scriptElement,
  submitButton,
  type Trouble,
  troubleFaults,
  usernameForPasswordManagers,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { LOST_APP_PATHS } from '../paths.ts'
import { LOST_APP_WORDS } from '../words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(LOST_APP_WORDS, language).page

/** The page for somebody who has lost the app and the recovery codes. It says nothing about the account. */
export interface LostAppView {
  readonly csrfToken: string
  /** The waiting period. */
  readonly days: number
  /** What other rooms say there. */
  readonly sections?: readonly Html[] | undefined
  readonly trouble?: Trouble | undefined
}

/** The page behind the mailed link, which begins the waiting period. */
export interface ConfirmLostAppView {
  readonly email: string
  readonly days: number
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link, which the form returns. */
  readonly link: string
  readonly problem?: 'required' | 'wrong' | Trouble | undefined
}

/** The page behind the link of a letter, which stops the removal. */
export interface KeepAppsView {
  readonly action: string
  readonly csrfToken: string
  readonly link: string
  readonly problem?: 'wrong' | undefined
}

/**
 * Says what happens to somebody who has lost the app, and offers the mail. It also says what holds where a removal waits already, in the
 * same words for everybody: whoever has the password alone must not read until when it keeps them out.
 */
export function lostAppPage(frame: PageFrame, view: LostAppView): PageDocument {
  const { csrfToken, days, sections, trouble } = view
  const { words } = frame
  const text = wordsOf(frame)
  const faults = troubleFaults(words, trouble)
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead(days)}</p>
<ol>${text.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p>${text.why}</p>
${postForm({ action: LOST_APP_PATHS.ask, csrfToken, contents: submitButton(text.button) })}
<section class="apart" aria-labelledby="before">
<h2 id="before">${text.askedBeforeTitle}</h2>
${text.askedBefore.map((sentence) => html`<p>${sentence}</p>`)}
</section>
${sections}
<p class="aside"><a href="${PATHS.loginCode}">${text.back}</a></p>`
  return layout(frame, { title: text.title, main, faults })
}

/** Asks for the password once more, so that a mail scanner that opens the link begins nothing. */
export function confirmLostAppPage(frame: PageFrame, view: ConfirmLostAppView): PageDocument {
  const { words } = frame
  const text = wordsOf(frame)
  const faults = proveFaults(words, view.problem)
  const password = passwordField(words, {
    name: 'password',
    label: words.labels.current_password,
    autocomplete: 'current-password',
    problem: faults.find(({ fieldName }) => fieldName === 'password')?.message,
  })
  const contents = html`${hiddenInput('link', view.link)}
${usernameForPasswordManagers(view.email)}${password}${submitButton(text.confirmButton)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.confirmTitle}</h1>
<p class="lead">${text.confirmLead(view.days)}</p>
<p class="who"><span>${words.account}</span> <strong>${isolated(view.email)}</strong></p>
${postForm({ action: view.action, csrfToken: view.csrfToken, contents })}
${scriptElement}`
  return layout(frame, { title: text.confirmTitle, main, faults })
}

/** The waiting period, and when it ends: in seconds since 1970, where this browser still knows it. */
export interface LostAppAskedView {
  readonly days: number
  readonly dueAt?: number | undefined
}

/** Says that the waiting period has begun, when it ends, and what stops it. */
export function lostAppAskedPage(frame: PageFrame, { days, dueAt }: LostAppAskedView): PageDocument {
  const text = wordsOf(frame)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.askedTitle}</h1>
<p class="lead">${dueAt === undefined ? text.asked(days) : text.askedUntil(moment(frame, dueAt))}</p>
<p>${text.found}</p>
<p class="actions">${linkButton(frame.words.login.button, PATHS.login, 'secondary')}</p>`
  return layout(frame, { title: text.askedTitle, main })
}

/** Asks for the address of the account, which the page does not show: a scanner that sends the form does not know it. */
export function keepAppsPage(
  frame: PageFrame,
  { action, csrfToken, link, problem }: KeepAppsView,
): PageDocument {
  const { words } = frame
  const text = wordsOf(frame)
  const message = problem && text.keepWrong
  const faults = message === undefined ? [] : [{ message, fieldName: 'email' }]
  const email = field({
    name: 'email',
    type: 'email',
    label: words.labels.email,
    autocomplete: 'username',
    problem: message,
  })
  const contents = html`${hiddenInput('link', link)}${email}${submitButton(text.keepButton)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.keepTitle}</h1>
<p class="lead">${text.keepLead}</p>
${postForm({ action, csrfToken, contents })}`
  return layout(frame, { title: text.keepTitle, main, faults })
}

/** Says that the apps stay, and what to do where somebody else wanted to remove them. */
export function appsKeptPage(frame: PageFrame): PageDocument {
  const text = wordsOf(frame)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.keptTitle}</h1>
<p class="lead">${text.kept}</p>
<p>${text.keptNext}</p>
<p class="actions">${linkButton(text.keptButton, PATHS.recover, 'secondary')}</p>`
  return layout(frame, { title: text.keptTitle, main })
}
