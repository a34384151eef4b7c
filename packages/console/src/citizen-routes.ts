import type { Reply, Route } from '@portico/identity/parts'
import { actLinks } from './act-links.ts'
import { type CitizenSeen, citizenMain } from './citizen-page.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { PLACES } from './places.ts'
import { lookAtCitizen, type WantedLook } from './reads/look-at-citizen.ts'
import { typedIn } from './typed-in.ts'
import { faultList, readWhy } from './why.ts'

/** One account: covered, and uncovered for a reason. Each look is in the audit, and on the citizen's page Activity. */
export function citizenRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.citizen, (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.citizen, (request) => reveal(needs, request)),
  ]
}

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const query = request.http.query()
  const subject = query.ok ? query.value.text('subject') : ''
  return look(needs, request, { subject, by: request.by, isCovered: true })
}

async function reveal(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const typed = typedIn(request.http)
  const subject = typed('subject')
  const why = readWhy(typed, request.shown.words)
  if ('faults' in why)
    return look(needs, request, {
      ...{ subject, by: request.by, isCovered: true },
      retry: why,
    })
  const by = { ...request.by, reason: why.reason }
  return look(needs, request, { subject, by, isCovered: false })
}

interface Look extends WantedLook {
  readonly retry?: NonNullable<CitizenSeen['retry']>
}

async function look(needs: ConsoleNeeds, request: ConsoleRequest, wanted: Look): Promise<Reply> {
  const { shown } = request
  const seen = await lookAtCitizen(needs, wanted)
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  const { title, none } = shown.words.citizen
  const acts = seen.value && (await actLinks(request, seen.value.citizen))
  const main = citizenMain(shown, seen.value && { ...seen.value, ...wanted, acts })
  if (!seen.value) return consolePage(shown, { title: none, main, status: 404 })
  const faults = faultList(wanted.retry?.faults ?? {})
  return consolePage(shown, { title, main, faults, status: wanted.retry ? 400 : 200 })
}
