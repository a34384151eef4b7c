import {
  type Html,
  html,
  layout,
  notice,
  type PageDocument,
  type PageFrame,
  postForm,
  submitButton,
} from '@portico/identity/parts'
import { CITIZEN_ACTIONS } from './act-on-citizen.ts'
import { FAULT_NAMES, FAULTS, type FaultKind, type FaultName } from './fault.ts'
import type { FaultSetting } from './fault-board.ts'
import { oidcSettings, programSettings, type SimulatorState } from './simulator-state.ts'

/** What the control page shows. */
export interface ControlView extends SimulatorState {
  readonly csrfToken: string
  /** What was just done. */
  readonly done: string | undefined
}

/** The paths of the control page and of the API. */
export const CONTROL = {
  page: '/dev/',
  state: '/dev/state',
  requests: '/dev/requests',
  faults: '/dev/faults',
  citizens: '/dev/citizens',
  time: '/dev/time',
  signIn: '/dev/sign-in',
} as const

const KINDS: Readonly<Record<FaultKind, string>> = {
  'id-token': 'In the ID token',
  endpoint: 'At the endpoints',
  network: 'In the network',
}

const SETTINGS: Readonly<Record<FaultSetting, string>> = {
  next: 'Once',
  always: 'Until switched off',
  off: 'Off',
}

const TRAVELS = [
  [60, '1 minute'],
  [15 * 60, '15 minutes'],
  [60 * 60, '1 hour'],
  [24 * 60 * 60, '1 day'],
  [14 * 24 * 60 * 60, '2 weeks'],
] as const

const MOST_SHOWN = 30

/** The control page: settings, citizens, faults, time and the last requests. It needs no script. */
export function controlPage(frame: PageFrame, view: ControlView): PageDocument {
  const main = html`<h1>Simulator</h1>
${notice(view.done)}
<p class="lead">The real identity service, with citizens whose passwords everybody knows and with faults that you switch on.
It is for development on this machine. Everything is forgotten when it ends.</p>
<p class="choices"><a class="button secondary" href="${view.mailboxUrl}">Mailbox</a> <a class="button secondary" href="/login/">Sign-in page</a> <a class="button secondary" href="${CONTROL.page}">Refresh</a></p>
${settingsPart(view)}
${citizensPart(view)}
${faultsPart(view)}
${timePart(view)}
${requestsPart(view)}`
  return layout(frame, { title: 'Simulator', main, home: CONTROL.page, wide: true })
}

function settingsPart(view: ControlView): Html {
  return html`<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings of your program</h2>
<p>For <code>@portico/program</code>, as a <code>.env</code> file:</p>
<div class="letter" tabindex="0" role="region" aria-label="The .env file"><code>${programSettings(view).join('\n')}</code></div>
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
<p>The password of all of them: <code>${password}</code></p>
<dl>${citizens.map(citizenItem)}</dl>
${postForm({ action: CONTROL.citizens, csrfToken, contents })}
</section>`
}

function citizenItem(citizen: ControlView['citizens'][number]): Html {
  const { email, emailVerified, fullName, standing, subject, purpose } = citizen
  return html`<div><dt><bdi>${fullName}</bdi></dt><dd>${email}, ${purpose}<br><code>${subject}</code>${
    standing !== 'active' && html` <span class="tag">${standing}</span>`
  }${!emailVerified && html` <span class="tag">not verified</span>`}</dd></div>`
}

function faultsPart({ faults, csrfToken }: ControlView): Html {
  const ofKind = (kind: string) => FAULT_NAMES.filter((name) => FAULTS[name].kind === kind)
  const options = Object.entries(KINDS).map(
    ([kind, title]) =>
      html`<optgroup label="${title}">${ofKind(kind).map(
        (name) => html`<option value="${name}">${FAULTS[name].title}</option>`,
      )}</optgroup>`,
  )
  const settings = Object.entries(SETTINGS).map(([setting, label]) => choice('for', setting, label))
  const contents = html`${select('fault', 'The fault', html`${options}`)}
<p class="choices">${settings}</p>`
  const allOff = html`<input type="hidden" name="fault" value="all">
<p class="choices">${choice('for', 'off', 'Switch every fault off')}</p>`
  const on = FAULT_NAMES.filter((name) => faults[name] !== 'off')
  return html`<section class="card" aria-labelledby="faults">
<h2 id="faults">Faults</h2>
<p>A fault concerns what programs get; the pages for citizens go on.</p>
<p id="on">${on.length === 0 ? 'No fault is on.' : html`On:${on.map((name) => html` <span class="tag">${FAULTS[name].title}: ${SETTINGS[faults[name]]}</span>`)}`}</p>
${postForm({ action: CONTROL.faults, csrfToken, contents })}
${on.length > 0 && postForm({ action: CONTROL.faults, csrfToken, contents: allOff })}
<details>
<summary>What each fault does, and what your program must do then</summary>
<p>For one sign-in alone, add <code>&amp;dev_fault=NAME</code> to its authorization address.</p>
<dl>${FAULT_NAMES.map(faultItem)}</dl>
</details>
</section>`
}

function faultItem(name: FaultName): Html {
  const { title, does, expect } = FAULTS[name]
  return html`<div><dt>${title} <code>${name}</code></dt><dd>${does} ${expect}</dd></div>`
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

function requestsPart({ requests }: ControlView): Html {
  const last = requests.slice(-MOST_SHOWN).reverse()
  const item = ({ method, path, status, scheme, faults }: (typeof last)[number]) =>
    html`<li><code>${method} ${path}</code> ${status === 0 ? 'no whole answer' : status}${scheme !== '' && ` (${scheme})`}${
      faults.length > 0 && html` <span class="tag">${faults.join(', ')}</span>`
    }</li>`
  return html`<section class="card" aria-labelledby="requests">
<h2 id="requests">The last requests of programs</h2>
${last.length === 0 ? html`<p>There were none.</p>` : html`<ul>${last.map(item)}</ul>`}
</section>`
}

/** A button that sends one value. */
function choice(name: string, value: string, label: string): Html {
  return submitButton(label, 'secondary', html` name="${name}" value="${value}"`)
}

function select(name: string, label: string, options: Html): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options}</select></div>`
}
