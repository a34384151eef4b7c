import { type Html, html, type PageDocument } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  type ButtonRank,
  hiddenInput,
  isolated,
  postForm,
  problemSummary,
  sentences,
  submitButton,
} from './parts.ts'
import { type Trouble, troubleFaults } from './trouble.ts'

/** What a program learns or may do, in the order of the scopes. */
export type Received = 'identity' | 'name' | 'email' | 'phone' | 'language' | 'stay-connected'

/** The citizen's decision about entering a program. */
export type Decision = 'continue' | 'cancel' | 'another'

/** The confirmation page. It names the program before a code is issued. */
export interface ConfirmView {
  readonly programName: string
  /** The host that the browser goes to next. */
  readonly redirectHost: string
  readonly citizen: { readonly name: string; readonly email: string }
  readonly receives: readonly Received[]
  readonly reason: 'first' | 'new-scopes' | 'asked' | 'switched' | 'unled'
  readonly csrfToken: string
  /** The handle of the waiting authorization request. */
  readonly request: string
  /** The path of each decision. */
  readonly actions: Readonly<Record<Decision, string>>
  /** Why the program was not entered. The same page goes on later. */
  readonly trouble?: Trouble | undefined
}

interface DecisionForm {
  readonly decision: Decision
  readonly label: string | Html
  readonly rank: ButtonRank
}

const decisionForm = (view: ConfirmView, { decision, label, rank }: DecisionForm): Html =>
  postForm({
    action: view.actions[decision],
    csrfToken: view.csrfToken,
    contents: html`${hiddenInput('request', view.request)}
${submitButton(label, rank, html` name="decision" value="${decision}"`)}`,
  })

const reasonLine = ({ words }: PageFrame, reason: ConfirmView['reason']): Html =>
  reason === 'unled'
    ? html`<p class="caution">${icons.caution}<span>${words.confirm.reasons.unled}</span></p>`
    : html`<p class="lead">${words.confirm.reasons[reason]}</p>`

/** Asks the citizen whether to continue to a program, and shows the account and the data that the program gets. */
export function confirmPage(frame: PageFrame, view: ConfirmView): PageDocument {
  const text = frame.words.confirm
  const program = isolated(view.programName)
  const received = view.receives.map(
    (item) => html`<li>${icons.done}<span>${frame.words.receives[item]}</span></li>`,
  )
  const faults = troubleFaults(frame.words, view.trouble)
  const main = html`${problemSummary(frame.words, faults)}
<h1>${text.heading(program)}</h1>
${reasonLine(frame, view.reason)}
<div class="who"><p><span>${text.signedInAs}</span> <strong>${isolated(view.citizen.name)}</strong> <span>${isolated(view.citizen.email)}</span></p>
${decisionForm(view, { decision: 'another', label: text.another, rank: 'quiet' })}</div>
<h2>${text.receives}</h2>
<ul class="ticks">${received}</ul>
<p>${sentences(frame.words, text.never, text.goesTo(html`<strong>${isolated(view.redirectHost)}</strong>`))}</p>
<div class="decisions">
${decisionForm(view, { decision: 'continue', label: text.button(program), rank: 'primary' })}
${decisionForm(view, { decision: 'cancel', label: text.cancel, rank: 'secondary' })}
</div>`
  return layout(frame, { title: text.title, main, faults })
}
