import { type Html, html, postForm } from '@portico/identity/parts'
import { CONTROL, choice } from './control-parts.ts'
import { FAULT_NAMES, FAULTS, type FaultKind, type FaultName } from './fault.ts'
import type { FaultSetting } from './fault-board.ts'
import type { SimulatorState } from './simulator-state.ts'

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

/** What the list of faults needs. */
interface FaultsView extends Pick<SimulatorState, 'faults'> {
  readonly csrfToken: string
}

/** Every fault with its effect, what a program must do then, and the buttons that switch it. */
export function faultsPart(view: FaultsView): Html {
  const { faults, csrfToken } = view
  const on = FAULT_NAMES.filter((name) => faults[name] !== 'off')
  const allOff = html`<input type="hidden" name="fault" value="all">
<p class="choices">${choice('for', 'off', 'Switch every fault off')}</p>`
  return html`<section class="card" aria-labelledby="faults">
<h2 id="faults">Faults</h2>
<p>A fault concerns what programs get; the pages for citizens go on.
For one sign-in alone, add <code>&amp;dev_fault=NAME</code> to its authorization address.</p>
<p id="on">${on.length === 0 ? 'No fault is on.' : html`On:${on.map((name) => html` <span class="tag">${FAULTS[name].title}: ${SETTINGS[faults[name]]}</span>`)}`}</p>
${on.length > 0 && postForm({ action: CONTROL.faults, csrfToken, contents: allOff })}
<div id="fault-list">${Object.entries(KINDS).map(([kind, title]) => kindPart(view, kind, title))}</div>
</section>`
}

function kindPart(view: FaultsView, kind: string, title: string): Html {
  const names = FAULT_NAMES.filter((name) => FAULTS[name].kind === kind)
  const isOpen = names.some((name) => view.faults[name] !== 'off')
  return html`<details${isOpen && html` open`}>
<summary>${title} (${names.length})</summary>
<dl>${names.map((name) => faultItem(view, name))}</dl>
</details>`
}

function faultItem({ faults, csrfToken }: FaultsView, name: FaultName): Html {
  const { title, does, expect } = FAULTS[name]
  const now = faults[name]
  const others = (['next', 'always', 'off'] as const).filter((setting) => setting !== now)
  const buttons = others.map((setting) =>
    choice('for', setting, SETTINGS[setting], `${title}: ${SETTINGS[setting]}`),
  )
  const contents = html`<input type="hidden" name="fault" value="${name}">
<p class="choices">${buttons}</p>`
  return html`<div><dt>${title} <code>${name}</code>${now !== 'off' && html` <span class="tag">${SETTINGS[now]}</span>`}</dt><dd>${does} ${expect}
${postForm({ action: CONTROL.faults, csrfToken, contents })}</dd></div>`
}
