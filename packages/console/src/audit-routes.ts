import {
  EPOCH,
  EVENT_FORMS,
  type EventFilter,
  field,
  type Html,
  html,
  linkButton,
  listEvents,
  type RecordedEvent,
  type Reply,
  type Route,
  recordRead,
  searchEvents,
  submitButton,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import { searchStops } from './search-time.ts'
import { eventSheet } from './story.ts'
import { typedIn } from './typed-in.ts'
import type { ConsoleWords } from './words/index.ts'

const MOST_EVENTS = 100

const FIELDS = ['event', 'operator', 'address', 'client', 'request'] as const
type Field = (typeof FIELDS)[number]
type Typed = Readonly<Record<Field, string>>

/** The audit, with filters. The form is posted: an address that somebody looks for is in no history of a browser. */
export function auditRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.audit, (request) => answer(needs, request)),
    consoleRoute(needs, 'POST', PLACES.audit, (request) => answer(needs, request)),
  ]
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { shown, by } = request
  const typed = filtersOf(request)
  const wrong = FIELDS.filter((name) => typed[name] !== '' && EVENT_FORMS[name](typed[name]) === undefined)
  const faults = wrong.map((fieldName) => ({ fieldName, message: shown.words.audit.wrong }))
  const place = { title: shown.words.audit.title, place: 'audit' } as const
  if (wrong.length > 0)
    return consolePage(shown, { ...place, faults, status: 400, main: filterForm(shown.words, typed, wrong) })
  const { events, endedAt } = await find(needs, request, typed)
  const named = FIELDS.flatMap((name) => (typed[name] === '' ? [] : [`--${name} ${typed[name]}`]))
  await recordRead({ ...needs, by }, { command: ['console audit', ...named].join(' ') })
  const main = html`${filterForm(shown.words, typed, [])}
${eventsPart(shown.words, events)}
${endedAt !== null && html`<p>${shown.words.audit.stopped} <time datetime="${endedAt}">${endedAt}</time></p>`}`
  return consolePage(shown, { ...place, main })
}

function eventsPart(words: ConsoleWords, events: readonly RecordedEvent[]): Html {
  if (events.length === 0) return html`<p>${words.audit.none}</p>`
  return eventSheet(words, words.audit.title, events, { addresses: 'shown', citizens: true })
}

function filtersOf({ http }: ConsoleRequest): Typed {
  const read = http.method === 'POST' ? typedIn(http) : () => ''
  return {
    ...{ event: read('event'), operator: read('operator'), address: read('address') },
    ...{ client: read('client'), request: read('request') },
  }
}

async function find(
  { db }: ConsoleNeeds,
  { http }: ConsoleRequest,
  typed: Typed,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly endedAt: string | null }> {
  const value = (name: Field) => (typed[name] === '' ? null : (EVENT_FORMS[name](typed[name]) ?? null))
  const filter: EventFilter = {
    ...{ name: value('event'), clientId: value('client'), operator: value('operator') },
    ...{ address: value('address'), requestId: value('request') },
  }
  const all = { citizenId: null, since: EPOCH, most: MOST_EVENTS }
  if (FIELDS.every((name) => typed[name] === ''))
    return { events: await listEvents({ db }, all), endedAt: null }
  const stopped = searchStops(http)
  return searchEvents({ db, progress: () => undefined, stopped }, { ...all, filter, until: null })
}

function filterForm({ audit: words }: ConsoleWords, typed: Typed, wrong: readonly Field[]): Html {
  const labels: Readonly<Record<Field, string>> = words
  const inputs = FIELDS.map((name) =>
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
