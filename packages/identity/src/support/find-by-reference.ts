import { EVENT_FORMS, type RecordedEvent, searchEvents } from '../audit-log/index.ts'
import { callerOf, findCitizen } from '../citizens/index.ts'
import { type Client, findClient } from '../clients/index.ts'
import type { AskNeeds } from '../moments/index.ts'
import { plusSeconds, unixSeconds } from '../platform/clock.ts'
import { html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findRefusal } from '../refusals/index.ts'
import type { FoundCaller } from './found-caller.ts'
import { SUPPORT_WORDS } from './words/index.ts'

/** Whoever calls reads the number from a page that is still open. */
const DAY_SECONDS = 24 * 60 * 60
const MOST_EVENTS = 20
const ANY = { name: null, clientId: null, operator: null, address: null }

/** Finds who saw the page with a reference number, and what that request did. Undefined for what is no such number. */
export async function findByReference(needs: AskNeeds, who: string): Promise<FoundCaller | undefined> {
  const requestId = EVENT_FORMS.request(who)
  if (requestId === undefined) return undefined
  const { events } = await searchEvents(needs, {
    ...{ citizenId: null, until: null, most: MOST_EVENTS },
    since: isoInstant(plusSeconds(needs.clock.now(), -DAY_SECONDS)),
    filter: { ...ANY, requestId },
  })
  const known = events.findLast(({ citizenId }) => citizenId !== null)
  const citizen = known?.citizenId ? await findCitizen(needs.db, known.citizenId) : undefined
  const refusal = await findRefusal(needs.db, requestId)
  const client = await findProgram(needs.db, refusal)
  const caller = {
    ...{ ...(citizen && callerOf(citizen)), requestId },
    ...(client && { clientId: client.clientId }),
  }
  return {
    ...{ as: 'page', caller, storyFor: storyOf(events), hasStory: events.length > 0 },
    isRefusal: refusal !== undefined,
    ...(citizen && { language: citizen.language }),
  }
}

/** The program that the reader of a page that refused came from, unless it was removed since. */
async function findProgram(
  db: Database,
  refusal: { readonly clientId: string | null } | undefined,
): Promise<Client | undefined> {
  return refusal?.clientId ? findClient(db, refusal.clientId) : undefined
}

function storyOf(events: readonly RecordedEvent[]): NonNullable<FoundCaller['storyFor']> {
  const [first] = events
  return ({ language, when, exact, reason: typed }) => {
    const { page } = inLanguage(SUPPORT_WORDS, language)
    if (!first) return [page.again, page.noEvent, page.inLog(exact('http.request.id'))]
    const done = events.map(({ name, actor, details: { reason, cause } }, index) => {
      const why = reason && (actor === 'operator' ? typed(String(reason)) : exact(String(reason)))
      return html`${index > 0 && ', '}${exact(name)}${why && html` ${why}`}${cause && html` ${exact(String(cause))}`}`
    })
    const at = unixSeconds(Math.floor(Date.parse(first.at) / 1000))
    return [page.answered(when(at), html`${done}`), ...(isOfNobody(events) ? [page.noAccount] : [])]
  }
}

/** A sign-in that failed and named no account. */
function isOfNobody(events: readonly RecordedEvent[]): boolean {
  return events.every(({ citizenId, name }) => citizenId === null && name === 'sign-in-failed')
}
