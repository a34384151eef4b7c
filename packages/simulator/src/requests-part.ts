import { type Html, html } from '@portico/identity/parts'
import { FAULTS, isFaultName } from './fault.ts'
import type { LoggedRequest } from './request-log.ts'
import { SHOWN_FIELDS } from './watch-requests.ts'

const MOST_SHOWN = 30

/** The last requests of programs, the newest first: what each sent, what it got, and which rule it broke. */
export function requestsPart(requests: readonly LoggedRequest[]): Html {
  const last = requests.slice(-MOST_SHOWN).reverse()
  return html`<section class="card" aria-labelledby="requests">
<h2 id="requests">The last requests of programs</h2>
<p><span id="live" role="status">Refresh the page to see new ones.</span> The times are those of the clock here, in UTC.</p>
<p id="none"${last.length > 0 && html` hidden`}>There were none.</p>
<ul id="request-list">${last.map(requestItem)}</ul>
</section>`
}

function requestItem(request: LoggedRequest): Html {
  const { number, atMilliseconds, method, path, status, scheme, faults, rule } = request
  const time = new Date(atMilliseconds).toISOString()
  const effects = faults.filter(isFaultName).map((name) => FAULTS[name].does)
  const why = [...effects, rule].filter((words) => words !== '')
  return html`<li id="request-${number}"><time datetime="${time}">${time.slice(11, 19)}</time> <code>${method} ${path}</code> ${
    status === 0 ? 'no whole answer' : status
  }${scheme !== '' && ` (${scheme})`}${faults.length > 0 && html` <span class="tag">${faults.join(', ')}</span>`}${
    why.length > 0 && html`<br><strong>${why.join(' ')}</strong>`
  }${detailsOf(request)}</li>`
}

function detailsOf({ form, claims }: LoggedRequest): Html | false {
  const sent = Object.entries(form).map(([name, value]) =>
    item(name, SHOWN_FIELDS.includes(name) ? value : 'not shown here'),
  )
  const got = Object.entries(claims).map(([name, value]) =>
    item(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  )
  if (sent.length + got.length === 0) return false
  return html`<details>
<summary>Fields and claims</summary>
${sent.length > 0 && html`<h3>Sent</h3><dl>${sent}</dl>`}
${got.length > 0 && html`<h3>Got</h3><dl>${got}</dl>`}
</details>`
}

const item = (name: string, value: string): Html =>
  html`<div><dt><code>${name}</code></dt><dd>${value}</dd></div>`
