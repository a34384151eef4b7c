import {
  type Html,
  html,
  layout,
  notice,
  type PageDocument,
  type PageFrame,
  postForm,
} from '@portico/identity/parts'
import { CITIZEN_ACTIONS } from './act-on-citizen.ts'
import { CONTROL, choice, copyButton } from './control-parts.ts'
import { faultsPart } from './faults-part.ts'
import { requestsPart } from './requests-part.ts'
import { oidcSettings, programSettings, type SimulatorState } from './simulator-state.ts'

/** What the control page shows. */
export interface ControlView extends SimulatorState {
  readonly csrfToken: string
  /** What was just done. */
  readonly done: string | undefined
}

const TRAVELS = [
  [60, '1 minute'],
  [15 * 60, '15 minutes'],
  [60 * 60, '1 hour'],
  [24 * 60 * 60, '1 day'],
  [14 * 24 * 60 * 60, '2 weeks'],
] as const

/** The control page: settings, citizens, faults, time and the last requests. It needs no script. */
export function controlPage(frame: PageFrame, view: ControlView): PageDocument {
  const main = html`<h1>Simulator</h1>
${notice(view.done)}
<p class="lead">The real identity service, with citizens whose passwords everybody knows and with faults that you switch on.
It is for development on this machine. Everything is forgotten when it ends.</p>
<p class="choices"><a class="button secondary" href="${view.mailboxUrl}">Mailbox</a> <a class="button secondary" href="/login/">Sign-in page</a> <a class="button secondary" href="${CONTROL.page}">Refresh</a></p>
${settingsPart(view)}
${citizensPart(view)}
${requestsPart(view.requests)}
${faultsPart(view)}
${timePart(view)}
<script src="${CONTROL.script}" defer></script>`
  return layout(frame, { title: 'Simulator', main, home: CONTROL.page, wide: true })
}

function settingsPart(view: ControlView): Html {
  return html`<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings of your program</h2>
<p>For <code>@portico/program</code>, as a <code>.env</code> file:</p>
<div class="letter" tabindex="0" role="region" aria-label="The .env file"><code id="env">${programSettings(view).join('\n')}</code></div>
<p>${copyButton('#env', 'Copy the .env file')}</p>
<p>For any OpenID Connect library:</p>
<dl>${oidcSettings(view).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>`
}

function citizensPart({ password, citizens, csrfToken }: ControlView): Html {
  const options = citizens.map(({ email, fullName }) => html`<option value="${email}">${fullName}</option>`)
  const actions = Object.entries(CITIZEN_ACTIONS).map(([name, label]) => choice('action', name, label))
  const contents = html`${select('citizen', 'What happens to', html`${options}`)}
<p class="choices">${actions}</p>`
  return html`<section class="card" aria-labelledby="citizens">
<h2 id="citizens">Citizens</h2>
<p>The password of all of them: <code id="password">${password}</code></p>
<p>${copyButton('#password', 'Copy the password')}</p>
<p>“Sign in as” signs this browser in. Then press “sign in” in your program: nobody types a password.</p>
<dl>${citizens.map((citizen) => citizenItem(citizen, csrfToken))}</dl>
${postForm({ action: CONTROL.citizens, csrfToken, contents })}
</section>`
}

function citizenItem(citizen: ControlView['citizens'][number], csrfToken: string): Html {
  const { email, emailVerified, fullName, standing, subject, purpose } = citizen
  const [first = fullName] = fullName.split(' ')
  const contents = html`<p class="choices">${choice('citizen', email, `Sign in as ${first}`)}</p>`
  return html`<div><dt><bdi>${fullName}</bdi></dt><dd>${email}, ${purpose}<br><code>${subject}</code>${
    standing !== 'active' && html` <span class="tag">${standing}</span>`
  }${!emailVerified && html` <span class="tag">not verified</span>`}${
    standing === 'active' && postForm({ action: CONTROL.signInHere, csrfToken, contents })
  }</dd></div>`
}

function timePart(view: ControlView): Html {
  const { now, aheadSeconds, programClock } = view.time
  const other = programClock === 'machine' ? 'simulator' : 'machine'
  const travels = TRAVELS.map(([seconds, words]) => choice('forward_seconds', String(seconds), words))
  const forward = html`<p class="choices">${travels}</p>`
  const clocks = html`<p class="choices">${choice('program_clock', other, `Times for programs: by the clock of the ${other}`)}</p>`
  return html`<section class="card" aria-labelledby="time">
<h2 id="time">Time</h2>
<p>It is <code>${new Date(now * 1000).toISOString()}</code> here, ${aheadSeconds} seconds ahead of the machine.
Times that programs read are by the clock of the ${programClock}.</p>
<p>Go forward by:</p>
${postForm({ action: CONTROL.time, csrfToken: view.csrfToken, contents: forward })}
${postForm({ action: CONTROL.time, csrfToken: view.csrfToken, contents: clocks })}
</section>`
}

function select(name: string, label: string, options: Html): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options}</select></div>`
}
