import {
  field,
  type Html,
  html,
  linkButton,
  type RecordedEvent,
  type Reply,
  type Route,
  submitButton,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, instantOf } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { eventSheet } from './event-sheet.ts'
import { noteAddress, PLACES } from './places.ts'
import { AUDIT_FIELDS, type AuditField, type AuditTyped, readAudit, unfitFields } from './reads/read-audit.ts'
import { searchStops } from './search-time.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { findNote, redirectWithNote, type Typed } from './typed-notes.ts'
import type { ConsoleWords } from './words/index.ts'

const MOST_EVENTS = 100

/** The audit, with filters. The form is posted: an address that somebody looks for is in no history of a browser. */
export function auditRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.audit, async (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.audit, async (request) => filter(needs, request)),
  ]
}

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const id = askedIn(request.http)('note')
  const note = findNote(needs, request, id)
  return id !== '' && !note ? gonePage(request) : answer(needs, request, filtersOf(note?.typed ?? {}))
}

async function filter(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const read = typedIn(request.http)
  const typed = filtersOf(Object.fromEntries(AUDIT_FIELDS.map((name) => [name, read(name)])))
  const leadsTo = (note: string) => noteAddress('audit', note)
  return redirectWithNote(needs, request, { typed, leadsTo }) ?? answer(needs, request, typed)
}

/** The note is too old, of another browser or operator, or others came after it. */
function gonePage({ shown }: ConsoleRequest): Reply {
  const { audit, search } = shown.words
  const main = html`<p class="lead">${search.gone}</p>
${filterForm(shown.words, filtersOf({}), [])}`
  return consolePage(shown, { title: audit.title, place: 'audit', status: 404, main })
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest, typed: AuditTyped): Promise<Reply> {
  const { shown, by } = request
  const wrong = unfitFields(typed)
  const faults = wrong.map((fieldName) => ({ fieldName, message: shown.words.audit.wrong }))
  const place = { title: shown.words.audit.title, place: 'audit' } as const
  if (wrong.length > 0)
    return consolePage(shown, { ...place, faults, status: 400, main: filterForm(shown.words, typed, wrong) })
  const asked = { typed, behind: null, most: MOST_EVENTS, stopped: searchStops(request.http) }
  const { events, endedAt } = await readAudit(needs, by, asked)
  const main = html`${filterForm(shown.words, typed, [])}
${eventsPart(shown, events)}
${endedAt !== null && html`<p>${shown.words.audit.stopped} ${instantOf(shown.frame, endedAt)}</p>`}`
  return consolePage(shown, { ...place, main })
}

function eventsPart(shown: ConsoleFrame, events: readonly RecordedEvent[]): Html {
  if (events.length === 0) return html`<p>${shown.words.audit.none}</p>`
  return eventSheet(shown, shown.words.audit.title, events)
}

function filtersOf(typed: Typed): AuditTyped {
  const { event = '', operator = '', address = '', client = '', request = '' } = typed
  return { event, operator, address, client, request }
}

function filterForm({ audit: words }: ConsoleWords, typed: AuditTyped, wrong: readonly AuditField[]): Html {
  const labels: Readonly<Record<AuditField, string>> = words
  const inputs = AUDIT_FIELDS.map((name) =>
    field({
      ...{
        name,
        type: 'text',
        label: labels[name],
        autocomplete: 'off',
        value: typed[name],
        optional: words.any,
      },
      problem: wrong.includes(name) ? words.wrong : undefined,
    }),
  )
  return html`<form method="post" action="${PLACES.audit.path}" accept-charset="utf-8" novalidate>
<div class="filters">${inputs}</div>
${submitButton(words.button, 'secondary')} ${linkButton(words.all, PLACES.audit.path, 'quiet')}
</form>`
}
