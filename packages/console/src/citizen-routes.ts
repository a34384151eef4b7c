import { findDeciders, type OperatorOrigin, type Reply, type Route } from '@portico/identity/parts'
import { actLinks } from './act-links.ts'
import { type CitizenSeen, citizenMain } from './citizen-page.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { OPENED_AGAIN_SECONDS, UNCOVERED_SECONDS } from './look-bounds.ts'
import { citizenAddress, PLACES } from './places.ts'
import { lookAtCitizen, type SeenCitizen, type WantedLook } from './reads/look-at-citizen.ts'
import { MOST_WHO_CHARACTERS } from './reads/search-caller.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { findNote, isUncovering, redirectWithNote, type Typed } from './typed-notes.ts'
import { faultList, readWhy } from './why.ts'

/** One account: covered, and uncovered for a reason. Each look is in the audit, and on the citizen's page Activity. */
export function citizenRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.citizen, (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.citizen, (request) => uncover(needs, request)),
  ]
}

/** What the note of the address has beside the search: a ticket and a reason that were wrong, or for which an account was uncovered. */
async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, by, shown } = request
  const asked = askedIn(http)
  const [subject, note] = [asked('subject'), asked('note')]
  const { typed = {}, at = 0 } = findNote(needs, request, note) ?? {}
  const who = searchIn(typed)
  const wanted = { subject, note, who, by, http, isRead: isOfSearch(typed) }
  if (isUncovering(needs, { at, typed }, { subject, withinSeconds: UNCOVERED_SECONDS })) {
    const uncounted = { ...needs, onLook: () => undefined }
    const again = { ...uncovered(by, typed), sameWithinSeconds: UNCOVERED_SECONDS }
    return look(uncounted, request, { ...wanted, ...again })
  }
  const why = typed['wrong'] === subject ? readWhy((name) => typed[name] ?? '', shown.words) : undefined
  const retry = why && 'faults' in why ? { retry: why } : {}
  return look(needs, request, {
    ...wanted,
    ...retry,
    isCovered: true,
    sameWithinSeconds: OPENED_AGAIN_SECONDS,
  })
}

/** The look is counted and written here, once for all times that the page is opened within the next minutes. */
async function uncover(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, by, shown } = request
  const read = typedIn(http)
  const subject = read('subject')
  const who = searchIn(findNote(needs, request, read('note'))?.typed ?? {})
  const why = readWhy(read, shown.words)
  const leadsTo = (note: string) => citizenAddress(subject, note)
  if ('faults' in why) {
    const wrong = redirectWithNote(needs, request, { typed: { who, ...why.typed, wrong: subject }, leadsTo })
    return wrong ?? look(needs, request, { subject, who, by, http, isCovered: true, retry: why })
  }
  const typed = { who, reason: why.reason, uncovered: subject }
  const wanted = { subject, who, http, ...uncovered(by, typed) }
  const seen = await lookAtCitizen(needs, wanted)
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  return (
    redirectWithNote(needs, request, { typed, leadsTo }) ??
    accountPage(needs, request, { wanted, seen: seen.value })
  )
}

/** Whether nothing happened since the page of the search, which has said the verdict. */
const isOfSearch = (typed: Typed) => Object.keys(typed).join() === 'who'

/** What the search was for that led to the account. */
const searchIn = ({ who = '' }: Typed) => who.slice(0, MOST_WHO_CHARACTERS)

const uncovered = (by: OperatorOrigin, { reason = '' }: Typed) => ({
  by: { ...by, reason },
  isCovered: false,
})

interface Look extends WantedLook, Pick<CitizenSeen, 'note' | 'isRead'> {
  readonly retry?: NonNullable<CitizenSeen['retry']>
}

async function look(needs: ConsoleNeeds, request: ConsoleRequest, wanted: Look): Promise<Reply> {
  const seen = await lookAtCitizen(needs, wanted)
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  return accountPage(needs, request, { wanted, seen: seen.value })
}

async function accountPage(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  { wanted, seen }: { readonly wanted: Look; readonly seen: SeenCitizen | undefined },
): Promise<Reply> {
  const { shown } = request
  const { title, none } = shown.words.citizen
  const acts = seen && (await actLinks(needs, request, { ...seen, note: wanted.note }))
  const all = seen && { ...seen, ...wanted, acts, deciders: await findDeciders(needs.db) }
  const main = await citizenMain(shown, all)
  if (!seen) return consolePage(shown, { title: none, main, status: 404 })
  const faults = faultList(wanted.retry?.faults ?? {})
  return consolePage(shown, { title, main, faults, status: wanted.retry ? 400 : 200 })
}
