import { type Html, html, type PageDocument } from '../platform/html.ts'
import { inLanguage, type Translations } from '../platform/languages.ts'
import type { Wait } from '../platform/room/limit.ts'
import { scriptElement } from './assets.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  type ButtonRank,
  type Fault,
  field,
  isolated,
  linkButton,
  notice,
  postForm,
  problemSummary,
  sentences,
  submitButton,
} from './parts.ts'
import type { ProfileLink } from './profile.ts'
import { duration, type Trouble, troubleMessage } from './trouble.ts'
import type { Words } from './words/en.ts'

/** Why a code was refused, or the mail not sent again. `isEarly`: the last mail may still be on its way. */
export type SentProblem =
  | Trouble
  | 'code-unreadable'
  | 'code-over'
  | 'code-closed'
  | { readonly problems: 'code-wrong'; readonly triesLeft: number }
  | (Wait & { readonly isEarly: true })

/** What is said about a mail with a link of one kind. */
export interface SentLinkWords {
  /** Where the mail goes, and what its link does. */
  readonly lead: (address: Html) => Html
  /** How long the link works. */
  readonly within: string
}

/** The page after requesting a link. It is the same whether or not an account exists. */
export interface CheckEmailView {
  readonly words: Translations<SentLinkWords>
  readonly csrfToken: string
  /** The typed address, never a stored one. */
  readonly email?: string | undefined
  /** Where the code is sent. */
  readonly action: string
  /** Whether this browser asked for a mail that may have a code. */
  readonly takesCode: boolean
  /** Whether this browser has asked more than once. */
  readonly isAgain?: boolean
  /** Sends the mail again. Nothing where this browser has not asked. */
  readonly again?: { readonly action: string; readonly waitSeconds: number } | undefined
  /** The form that asks for a mail to another address. Nothing where the address is that of an account. */
  readonly askHref: string | undefined
  /** Where a citizen who is signed in gives the account another address. */
  readonly changeLink?: ProfileLink | undefined
  /** Where to sign in who has set the password already, as on another device. Nothing where the mail sets none. */
  readonly loginHref?: string | undefined
  /** Whether the page looks once more by itself, when the wait is over: the mail may be refused by then. */
  readonly looksAgain?: boolean | undefined
  /** Whether the mail was refused for good. Never where that would tell who has an account. */
  readonly isRefused?: boolean | undefined
  readonly problem?: SentProblem | undefined
}

/** Says that a mail may arrive, takes its code, and says what to do if it does not arrive. */
export function checkEmailPage(frame: PageFrame, view: CheckEmailView): PageDocument {
  const { email, takesCode, problem } = view
  if (view.isRefused) return refusedPage(frame, view)
  const { words } = frame
  const text = words.checkEmail
  const { lead, within } = inLanguage(view.words, frame.language)
  const address = addressIn(words, email)
  const faults = faultsOf(words, view)
  const other = otherAddress(frame, view)
  const main = html`${problemSummary(words, faults)}
${notice(view.isAgain && problem === undefined ? text.resend.done : undefined)}
<div class="seal">${icons.letter}</div>
<h1>${text.title}</h1>
<p class="lead">${lead(address)}</p>
<p>${takesCode ? within : sentences(words, within, text.close)}</p>
${takesCode && !isOver(problem) && codeForm(words, view, faults)}
${problem === 'code-over' && resendForm(words, view)}
${loginSection(words, view)}
<h2>${text.nothing}</h2>
<ul>${text.steps.map((step) => html`<li>${step}</li>`)}</ul>
${problem !== 'code-over' && resendForm(words, view, 'secondary')}
${other && html`<p class="aside"><a href="${other.href}">${other.label}</a></p>`}
${loginAside(words, view)}`
  return layout(frame, { title: text.title, main, faults })
}

/** Says that the mail provider refused the mail, and what to do: no code of it comes. */
function refusedPage(frame: PageFrame, view: CheckEmailView): PageDocument {
  const { words } = frame
  const { refused } = words.checkEmail
  const other = otherAddress(frame, view)
  const faults = faultsOf(words, view)
  const main = html`${problemSummary(words, faults)}
<div class="seal">${icons.caution}</div>
<h1>${refused.title}</h1>
<p class="lead">${refused.lead(addressIn(words, view.email))}</p>
<ul>${refused.steps.map((step) => html`<li>${step}</li>`)}</ul>
${other && html`<p class="actions">${linkButton(other.label, other.href)}</p>`}
${resendForm(words, { ...view, looksAgain: false }, other && 'secondary')}`
  return layout(frame, { title: refused.title, main, faults, deadEnd: {} })
}

/** Where a mail goes to another address. */
function otherAddress({ words, language }: PageFrame, { askHref, changeLink }: CheckEmailView) {
  if (askHref !== undefined) return { href: askHref, label: words.checkEmail.again }
  return changeLink && { href: changeLink.path, label: inLanguage(changeLink.label, language) }
}

function faultsOf(words: Words, { problem, loginHref }: CheckEmailView): readonly Fault[] {
  return problem === undefined ? [] : [faultOf(words, problem, loginHref)]
}

function addressIn({ checkEmail }: Words, email: string | undefined): Html {
  return email === undefined ? html`${checkEmail.anAddress}` : html`<strong>${isolated(email)}</strong>`
}

/** Leads on who has set the password on another device, beside the mail that is sent again, where no code works any more. */
function loginSection({ linkInvalid: { signIn } }: Words, view: CheckEmailView): Html {
  const { problem, loginHref } = view
  if (problem !== 'code-over' || loginHref === undefined) return html``
  return html`<p>${signIn.next}</p>
<p class="actions">${linkButton(signIn.button, loginHref, view.again && 'secondary')}</p>`
}

/** The same where a code may work. */
function loginAside({ linkInvalid: { signIn } }: Words, { problem, loginHref }: CheckEmailView): Html {
  if (problem === 'code-over' || loginHref === undefined) return html``
  return html`<p class="aside">${signIn.next} <a href="${loginHref}">${signIn.button}</a></p>`
}

function codeForm(words: Words, { action, csrfToken }: CheckEmailView, faults: readonly Fault[]): Html {
  const text = words.checkEmail.code
  const input = field({
    name: 'code',
    type: 'text',
    inputMode: 'numeric',
    label: text.label,
    hint: text.hint,
    autocomplete: 'one-time-code',
    problem: faults.find(({ fieldName }) => fieldName === 'code')?.message,
  })
  return html`<p>${text.lead}</p>
${postForm({ action, csrfToken, contents: html`${input}${submitButton(text.button)}` })}`
}

/**
 * Sends the mail again: the first thing to do where its code is over, and else the last. Nothing where this browser has not asked. Without
 * script, a button that is pressed too early leads to this page with the time that is left.
 */
function resendForm(words: Words, view: CheckEmailView, rank?: ButtonRank): Html {
  const { csrfToken, again } = view
  if (!again) return html``
  const { action, waitSeconds } = again
  const text = words.checkEmail.resend
  const left = html`<span data-wait="${waitSeconds}"${view.looksAgain && html` data-look="${view.action}"`}>${duration(words, waitSeconds)}</span>`
  const isWaiting = waitSeconds > 0
  const contents = html`${isWaiting && html`<p class="hint">${text.wait(left)}</p>`}
<p class="hint">${text.few}</p>
<div class="actions">${submitButton(text.button, rank)}</div>`
  return html`${postForm({ action, csrfToken, contents })}
${isWaiting && scriptElement}`
}

type CodeProblem = Extract<SentProblem, `code-${string}`>

/** Where the code has to be typed again, the fault leads to its field. A code may be over because the password is set: then the page leads on. */
const CODE_FAULTS: Readonly<Record<CodeProblem, (words: Words, loginHref: string | undefined) => Fault>> = {
  'code-unreadable': ({ checkEmail: { code } }) => ({ message: code.problems.unreadable, fieldName: 'code' }),
  'code-over': (words, loginHref) => {
    const { over, overNext } = words.checkEmail.code.problems
    return { message: loginHref === undefined ? over + words.between + overNext : over }
  },
  'code-closed': ({ checkEmail: { code } }) => ({ message: code.problems.closed }),
}

const isCodeProblem = (problem: SentProblem): problem is CodeProblem =>
  typeof problem === 'string' && Object.hasOwn(CODE_FAULTS, problem)

/** Whether no code of the mail can be right any more. */
const isOver = (problem: SentProblem | undefined): boolean =>
  problem === 'code-over' || problem === 'code-closed'

function faultOf(words: Words, problem: SentProblem, loginHref: string | undefined): Fault {
  const { code, resend } = words.checkEmail
  if (isCodeProblem(problem)) return CODE_FAULTS[problem](words, loginHref)
  if (typeof problem === 'string') return { message: troubleMessage(words, problem) }
  if ('problems' in problem) return { message: code.problems.wrong(problem.triesLeft), fieldName: 'code' }
  if ('isEarly' in problem) return { message: resend.early(duration(words, problem.retryAfterSeconds)) }
  return { message: troubleMessage(words, problem) }
}
