import type { Reply, Route } from '@portico/identity/parts'
import { actLinks } from './act-links.ts'
import { type CitizenSeen, citizenMain, UNCOVER } from './citizen-page.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { PLACES } from './places.ts'
import { lookAtCitizen, type WantedLook } from './reads/look-at-citizen.ts'
import { MOST_WHO_CHARACTERS } from './reads/search-caller.ts'
import { typedIn } from './typed-in.ts'
import { faultList, readWhy } from './why.ts'

/** One account: covered, and uncovered for a reason. Each look is in the audit, and on the citizen's page Activity. */
export function citizenRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.citizen, (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.citizen, (request) => answer(needs, request)),
  ]
}

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const query = request.http.query()
  const subject = query.ok ? query.value.text('subject') : ''
  const { by, http } = request
  return look(needs, request, { subject, by, http, isCovered: true })
}

/** A form of the search opens the account, and the one of its page uncovers it. */
async function answer(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, by, shown } = request
  const typed = typedIn(http)
  const who = typed('who').slice(0, MOST_WHO_CHARACTERS)
  const wanted = { subject: typed('subject'), who, by, http, isCovered: true }
  if (typed(UNCOVER) === '') return look(needs, request, wanted)
  const why = readWhy(typed, shown.words)
  if ('faults' in why) return look(needs, request, { ...wanted, retry: why })
  return look(needs, request, { ...wanted, by: { ...by, reason: why.reason }, isCovered: false })
}

interface Look extends WantedLook {
  readonly retry?: NonNullable<CitizenSeen['retry']>
}

async function look(needs: ConsoleNeeds, request: ConsoleRequest, wanted: Look): Promise<Reply> {
  const { shown } = request
  const seen = await lookAtCitizen(needs, wanted)
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  const { title, none } = shown.words.citizen
  const acts = seen.value && (await actLinks(needs, request, { ...seen.value, who: wanted.who }))
  const main = await citizenMain(shown, seen.value && { ...seen.value, ...wanted, acts })
  if (!seen.value) return consolePage(shown, { title: none, main, status: 404 })
  const faults = faultList(wanted.retry?.faults ?? {})
  return consolePage(shown, { title, main, faults, status: wanted.retry ? 400 : 200 })
}
