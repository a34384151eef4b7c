import type { TextProblem } from '../../citizens/index.ts'
import {
  accountLayout,
  type Fault,
  field,
  hiddenInput,
  icons,
  isolated,
  layout,
  linkButton,
  moment,
  notice,
  PATHS,
  type PageFrame,
  type ProveStep,
  postForm,
  problemSummary,
  proveFaults,
  proveSection,
  scriptElement,
  submitButton,
  type Trouble,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { CHANGE_ADDRESS_PAGE, STOP_CHANGE } from '../paths.ts'
import { CHANGE_ADDRESS_WORDS } from '../words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(CHANGE_ADDRESS_WORDS, language).page

/** Why no mail was sent to a new address. */
export type NewAddressProblem = { readonly problems: TextProblem | 'same' } | Trouble

/** The page that asks for a new address: the form, or first the proof, or the change that waits or was carried out. */
export interface ChangeAddressView {
  readonly csrfToken: string
  readonly email: string
  readonly step: ProveStep | 'ask'
  /** The waiting period. */
  readonly days: number
  /** A change that waits until then, or can be undone until then. */
  readonly change?:
    | { readonly stage: 'waits' | 'done'; readonly newEmail: string; readonly at: number }
    | undefined
  readonly typed?: string | undefined
  readonly problem?: NewAddressProblem | undefined
  readonly isStopped?: boolean | undefined
}

/** The page behind a link to a new address, which begins the waiting period. */
export interface ConfirmAddressView {
  readonly newEmail: string
  readonly days: number
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link, which the form returns. */
  readonly link: string
  readonly problem?: 'wrong' | undefined
}

/** The page behind the link of a letter to the old address, which keeps it. */
export interface KeepAddressView extends Omit<ConfirmAddressView, 'newEmail' | 'days'> {
  /** Whether the change was carried out. */
  readonly isDone: boolean
}

function addressFaults(frame: PageFrame, problem: NewAddressProblem | undefined): readonly Fault[] {
  const { words } = frame
  if (typeof problem !== 'object' || 'retryAfterSeconds' in problem) return troubleFaults(words, problem)
  if (problem.problems === 'same') return [{ message: wordsOf(frame).same, fieldName: 'email' }]
  return [{ message: words.fieldProblems.email[problem.problems], fieldName: 'email' }]
}

/** What is wrong with the form. After the change there is none. */
function faultsOf(frame: PageFrame, { step, change, problem }: ChangeAddressView): readonly Fault[] {
  if (change?.stage === 'done') return []
  return step === 'ask' ? addressFaults(frame, problem) : proveFaults(frame.words, step.problem)
}

/** Asks for the new address, or says what happens with it. */
export function changeAddressPage(frame: PageFrame, view: ChangeAddressView): PageDocument {
  const text = wordsOf(frame)
  const { step, change, days } = view
  const faults = faultsOf(frame, view)
  const main = html`${problemSummary(frame.words, faults)}${notice(view.isStopped === true ? text.stopped : undefined)}
<h1>${text.title}</h1>
<p class="who"><span>${text.now}</span> <strong>${isolated(view.email)}</strong></p>
${change && changeSection(frame, view.csrfToken, change)}
${change?.stage !== 'done' && html`<p class="lead">${text.lead(days)}</p>${stepSection(frame, view, faults)}`}
<p class="aside"><a href="${PATHS.profile}">${text.back}</a></p>
${change?.stage !== 'done' && step === 'ask' && scriptElement}`
  return accountLayout(frame, PATHS.profile, { title: text.title, main, faults })
}

/** Says what waits, and stops it; or until when it can be undone. */
export function changeSection(
  frame: PageFrame,
  csrfToken: string,
  { stage, newEmail, at }: NonNullable<ChangeAddressView['change']>,
): Html {
  const text = wordsOf(frame)
  if (stage === 'done') return html`<p class="lead">${text.undoOpen(moment(frame, at))}</p>`
  return html`<section class="apart" aria-labelledby="waits">
<h2 id="waits">${text.waitsTitle}</h2>
<p>${text.waits(html`<strong>${isolated(newEmail)}</strong>`, moment(frame, at))}</p>
${postForm({ action: STOP_CHANGE, csrfToken, contents: submitButton(text.stopButton, 'secondary') })}
</section>`
}

function stepSection(
  frame: PageFrame,
  { csrfToken, email, step, typed }: ChangeAddressView,
  faults: readonly Fault[],
): Html {
  const text = wordsOf(frame)
  if (step !== 'ask') return proveSection(frame, { csrfToken, email, lead: text.proveLead }, step)
  const input = field({
    name: 'email',
    type: 'email',
    label: text.label,
    hint: text.hint,
    autocomplete: 'email',
    value: typed,
    problem: faults.find(({ fieldName }) => fieldName === 'email')?.message,
  })
  return postForm({
    action: CHANGE_ADDRESS_PAGE,
    csrfToken,
    contents: html`${input}${submitButton(text.button)}`,
  })
}

/** Asks for the address that the account has now: a mail scanner that sends the form does not know it. */
export function confirmAddressPage(frame: PageFrame, view: ConfirmAddressView): PageDocument {
  const text = wordsOf(frame)
  return typedPage(frame, view, {
    title: text.confirmTitle,
    lead: html`${text.confirmLead(html`<strong>${isolated(view.newEmail)}</strong>`)}${frame.words.between}${text.confirmNext(view.days)}`,
    label: text.oldLabel,
    wrong: text.confirmWrong,
    button: text.confirmButton,
  })
}

/** Asks for the old address, for the same reason. */
export function keepAddressPage(frame: PageFrame, view: KeepAddressView): PageDocument {
  const text = wordsOf(frame)
  return typedPage(frame, view, {
    title: text.keepTitle,
    lead: html`${view.isDone ? text.undoLead : text.keepLead}`,
    label: frame.words.labels.email,
    wrong: text.keepWrong,
    button: view.isDone ? text.undoButton : text.keepButton,
  })
}

interface TypedParts {
  readonly title: string
  readonly lead: Html
  readonly label: string
  readonly wrong: string
  readonly button: string
}

function typedPage(
  frame: PageFrame,
  { action, csrfToken, link, problem }: Omit<ConfirmAddressView, 'newEmail' | 'days'>,
  { title, lead, label, wrong, button }: TypedParts,
): PageDocument {
  const words: PageFrame['words'] = frame.words
  const message = problem && wrong
  const faults = message === undefined ? [] : [{ message, fieldName: 'email' }]
  const email = field({
    name: 'email',
    type: 'email',
    label,
    autocomplete: 'username',
    problem: message,
  })
  const contents = html`${hiddenInput('link', link)}${email}${submitButton(button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${postForm({ action, csrfToken, contents })}`
  return layout(frame, { title, main, faults })
}

/** Says that the waiting period has begun. */
export function addressAskedPage(frame: PageFrame, { days }: { readonly days: number }): PageDocument {
  const text = wordsOf(frame)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.askedTitle}</h1>
<p class="lead">${text.asked(days)}</p>
<p>${text.askedNext}</p>
<p class="actions">${linkButton(text.askedButton, PATHS.profile, 'secondary')}</p>`
  return layout(frame, { title: text.askedTitle, main })
}

/** Says that the old address stays or is back, and what comes next. */
export function addressKeptPage(frame: PageFrame): PageDocument {
  const text = wordsOf(frame)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.keptTitle}</h1>
<p class="lead">${text.kept}</p>
<p>${text.keptNext}</p>
<p class="actions">${linkButton(text.keptButton, PATHS.recover, 'secondary')}</p>`
  return layout(frame, { title: text.keptTitle, main })
}
