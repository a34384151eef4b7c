import {
  EVENT_FORMS,
  findEventName,
  type Html,
  html,
  linkButton,
  type Reply,
  type Route,
} from '@portico/identity/parts'
import { auditForm, type FormTyped, formTyped, notedForm, readForm } from './audit-form.ts'
import { isByGlass } from './break-glass.ts'
import { chainPart } from './chain-part.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, instantOf } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, refusedGlass, tooManyLooks } from './console-route.ts'
import { eventSheet } from './event-sheet.ts'
import { UNCOVERED_SECONDS } from './look-bounds.ts'
import { auditAddress, citizenAddress, noteAddress, PLACES } from './places.ts'
import { placeIn, tokenOf } from './reads/event-token.ts'
import { type AuditAsked, type AuditSeen, readAudit, readAuditOf } from './reads/read-audit.ts'
import { readChainState } from './reads/read-chain.ts'
import { searchStops } from './search-time.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { findNote, findUncovering, redirectWithNote } from './typed-notes.ts'
import { faultList } from './why.ts'
import type { AuditWords } from './words/audit/en.ts'

const MOST_EVENTS = 100

/** The audit, with filters, page by page. The form is posted: an address that somebody looks for is in no history of a browser. */
export function auditRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.audit, async (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.audit, async (request) => filter(needs, request)),
  ]
}

/** What is shown: what was typed, and where its address came from. `before` is the place of the page. */
interface Shown {
  readonly typed: FormTyped
  readonly note: string
  readonly subject: string
  readonly before: string
}

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const asked = askedIn(request.http)
  const [note, subject, before] = [asked('note'), asked('subject'), asked('before')]
  const found = findNote(needs, request, note)
  if (note !== '' && !found) return gonePage(request, request.shown.words.search.gone)
  const typed = found ? notedForm(found.typed) : formTyped((name) => (name === 'citizen' ? subject : ''))
  return answer(needs, request, { typed, note, subject: found ? '' : subject, before })
}

async function filter(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const typed = formTyped(typedIn(request.http))
  const leadsTo = (note: string) => noteAddress('audit', note)
  const nowhere = { typed, note: '', subject: '', before: '' }
  return redirectWithNote(needs, request, { typed: { ...typed }, leadsTo }) ?? answer(needs, request, nowhere)
}

/** The note is too old, of another browser or operator, or others came after it; or no page has given the place. */
function gonePage({ shown }: ConsoleRequest, says: string): Reply {
  const main = html`<p class="lead">${says}</p>
${auditForm(
  shown,
  formTyped(() => ''),
)}`
  return consolePage(shown, { title: shown.words.audit.title, place: 'audit', status: 404, main })
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest, asks: Shown): Promise<Reply> {
  const { shown, http } = request
  const { typed, before } = asks
  if (typed.citizen !== '' && isByGlass(request)) return refusedGlass(needs, request)
  const uncoveredFor = reasonOf(needs, request, typed.citizen)
  const isCovered = typed.citizen !== '' && uncoveredFor === undefined
  const { faults, ...read } = readForm(shown, typed, { isCovered })
  if (Object.keys(faults).length > 0) {
    const main = auditForm(shown, typed, faults)
    const place = { title: shown.words.audit.title, place: 'audit' } as const
    return consolePage(shown, { ...place, faults: faultList(faults), status: 400, main })
  }
  const behind = before === '' ? null : placeIn(before)
  if (behind === undefined) return gonePage(request, shown.words.audit.noPage)
  const asked = { ...read, behind, most: MOST_EVENTS, stopped: searchStops(http) }
  if (typed.citizen !== '') return answerOf(needs, request, asks, { ...asked, uncoveredFor })
  return answerOfAll(needs, request, asks, asked)
}

/** The reason for which an account was uncovered in this browser, where that is not long ago. */
function reasonOf(needs: ConsoleNeeds, request: ConsoleRequest, subject: string): string | undefined {
  if (subject === '') return undefined
  return findUncovering(needs, request, { subject, withinSeconds: UNCOVERED_SECONDS })?.typed['reason']
}

/** The events of all. Whoever a code has let in learns of no citizen. */
async function answerOfAll(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  asks: Shown,
  asked: AuditAsked,
): Promise<Reply> {
  const { shown, by } = request
  const isOfGlass = isByGlass(request)
  const seen = await readAudit(needs, by, { ...asked, shows: isOfGlass ? 'nobodys' : 'whole' })
  const chain = chainPart(shown, await readChainState(needs))
  const about = html`${isOfGlass && html`<p>${shown.words.audit.nobodys}</p>`}${chain}`
  return eventsPage(request, asks, seen, about)
}

/** The events of one citizen: covered, unless the account was uncovered in this browser for a reason that is not old. */
async function answerOf(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  asks: Shown,
  { uncoveredFor: reason, ...asked }: AuditAsked & { readonly uncoveredFor: string | undefined },
): Promise<Reply> {
  const { shown, by } = request
  const { citizen: subject } = asks.typed
  const isCovered = reason === undefined
  const seen = await readAuditOf(needs, isCovered ? by : { ...by, reason }, { ...asked, subject, isCovered })
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  const { audit: words, citizen } = shown.words
  if (!seen.value) return gonePage(request, citizen.none)
  const says = isCovered ? words.covered : citizen.reveal.done
  const account = html`<p>${says} <a href="${citizenAddress(subject)}">${shown.words.verdict.open}</a></p>`
  return eventsPage(request, asks, seen.value, account)
}

function eventsPage(
  { shown }: ConsoleRequest,
  asks: Shown,
  { events, endedAt, next }: AuditSeen,
  about?: Html,
): Reply {
  const { audit: words } = shown.words
  const main = html`${auditForm(shown, asks.typed)}
${about}
${events.length === 0 ? html`<p>${[words.none, ...unknownEvent(words, asks.typed)].join(' ')}</p>` : eventSheet(shown, words.title, events)}
${endedAt !== null && html`<p>${words.stopped} ${instantOf(shown.frame, endedAt)}</p>`}
${pageLinks(words, asks, next)}`
  return consolePage(shown, { title: words.title, place: 'audit', main })
}

/** What is said of a name that this release writes into no event. */
function unknownEvent(words: AuditWords, { event }: FormTyped): readonly string[] {
  const name = EVENT_FORMS.event(event)
  if (name === undefined) return []
  const { isKnown, meant } = findEventName(name)
  if (isKnown) return []
  return [words.unknownEvent(name), ...(meant === undefined ? [] : [words.meantEvent(meant)])]
}

/** On to what is older, and back to the newest. Pages begin at an event, and not at a number: what is written meanwhile moves none. */
function pageLinks(
  words: ConsoleRequest['shown']['words']['audit'],
  { note, subject, before }: Shown,
  next: AuditSeen['next'],
): Html {
  const links = [
    next && linkButton(words.older, auditAddress({ note, subject, before: tokenOf(next) }), 'secondary'),
    before !== '' && linkButton(words.newest, auditAddress({ note, subject }), 'quiet'),
  ]
  return html`<p class="actions">${links}</p>`
}
