import { type Html, html, type PageDocument } from '../platform/html.ts'
import { accountLayout } from './account-layout.ts'
import {} from './assets.ts'
import type { PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import { hiddenInput, isolated, notice, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'

/** A signed-in browser. Instants are in seconds since 1970. */
export interface SessionItem {
  readonly id: string
  readonly current: boolean
  readonly browser?: string | undefined
  readonly system?: string | undefined
  readonly signedInAt: number
  /** What the citizen signed in with. */
  readonly proof: 'password' | 'password+code' | 'passkey'
  readonly lastSeenAt: number
  readonly address: string
  /** The names of the programs that were entered from there. */
  readonly programs: readonly string[]
}

/** Every session of the citizen, with the current one. */
export interface SessionsView {
  readonly csrfToken: string
  readonly sessions: readonly SessionItem[]
  readonly notice?: 'ended' | 'others-ended' | undefined
}

function details(frame: PageFrame, session: SessionItem): Html {
  const text = frame.words.sessions
  const programs = session.programs.map((name) => html`<li>${isolated(name)}</li>`)
  return html`<dl>
<div><dt>${text.signedIn}</dt><dd>${moment(frame, session.signedInAt)}</dd></div>
<div><dt>${text.signedInWith}</dt><dd>${text.proofs[session.proof]}</dd></div>
<div><dt>${text.lastSeen}</dt><dd>${moment(frame, session.lastSeenAt)}</dd></div>
<div><dt>${text.address}</dt><dd>${isolated(session.address)}</dd></div>
<div><dt>${text.programs}</dt><dd>${programs.length > 0 ? html`<ul class="plain">${programs}</ul>` : text.noPrograms}</dd></div>
</dl>`
}

function sessionCard(frame: PageFrame, csrfToken: string, session: SessionItem): Html {
  const text = frame.words.sessions
  const headingId = `session-${session.id}`
  const device = text.device(
    isolated(session.browser ?? text.unknownBrowser),
    isolated(session.system ?? text.unknownSystem),
  )
  const contents = html`${hiddenInput('session', session.id)}
${submitButton(text.button, 'secondary', html` aria-describedby="${headingId}"`)}`
  return html`<article class="card" aria-labelledby="${headingId}">
<h2 id="${headingId}">${device}${session.current && html` <span class="tag">${text.current}</span>`}</h2>
${details(frame, session)}
${postForm({ action: PATHS.endSession, csrfToken, contents })}
</article>`
}

const endOthers = ({ words }: PageFrame, csrfToken: string): Html =>
  html`<section class="apart" aria-labelledby="others">
<h2 id="others">${words.sessions.othersTitle}</h2>
<p>${words.sessions.othersLead}</p>
${postForm({ action: PATHS.endOtherSessions, csrfToken, contents: submitButton(words.sessions.others) })}
</section>`

/** The page that lists the sessions and ends them. */
export function sessionsPage(
  frame: PageFrame,
  { csrfToken, sessions, notice: done }: SessionsView,
): PageDocument {
  const text = frame.words.sessions
  const said = done && (done === 'ended' ? text.ended : text.othersEnded)
  const alone = sessions.every(({ current }) => current)
  const main = html`${notice(said)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${!alone && endOthers(frame, csrfToken)}
${sessions.map((session) => sessionCard(frame, csrfToken, session))}
${alone && html`<p>${text.onlyThis}</p>`}`
  return accountLayout(frame, PATHS.sessions, { title: text.title, main })
}
