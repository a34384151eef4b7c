import { nameUserAgent } from '../access/index.ts'
import { isDatabaseInstant } from '../platform/database-instant.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findActivity, NEWEST, ownAddress, type Place, type StoredActivity } from './activity-store.ts'
import type { ActivityItem } from './pages/activity.ts'
import type { Sentences } from './sentences.ts'

/** A page of the activity, and the place where the next one begins. */
export interface ActivityList {
  readonly items: readonly ActivityItem[]
  /** Nothing where there are no older events. */
  readonly older: string | undefined
}

/** How many events are on a page. */
export const EVENTS_PER_PAGE = 20

const PLACE = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Lists what happened with an account, the newest first. A place that is none means the newest. */
export async function listActivity(
  { db, sentences }: { readonly db: Database; readonly sentences: Sentences },
  { citizenId, language }: { readonly citizenId: string; readonly language: string },
  before: string | undefined,
): Promise<ActivityList> {
  const found = await findActivity(db, {
    citizenId,
    language,
    names: sentences.shown,
    heldBack: sentences.heldBack,
    before: readPlace(before),
    most: EVENTS_PER_PAGE + 1,
  })
  const shown = found.slice(0, EVENTS_PER_PAGE)
  const last = shown.at(-1)
  const older = found.length > EVENTS_PER_PAGE && last ? `${last.place}_${last.eventId}` : undefined
  return { items: shown.flatMap((event) => itemOf(event, sentences.of(event))), older }
}

/** The place in the address of a page. */
function readPlace(given: string | undefined): Place {
  const [, at = '', eventId = ''] = PLACE.exec(given ?? '') ?? []
  return isDatabaseInstant(at) ? { at, eventId } : NEWEST
}

/** What the page says about an event. The browser of a session that another one ended says nothing about who did it. */
export function itemOf(
  event: StoredActivity,
  sentence: ActivityItem['sentence'] | undefined,
): readonly ActivityItem[] {
  if (sentence === undefined) return []
  const { name, at, programName, userAgent, actor } = event
  const isFromThere = name === 'program-entered' || (actor === 'citizen' && name !== 'session-ended')
  const { browser, system } = nameUserAgent((isFromThere && userAgent) || '')
  const address = ownAddress(event)
  return [
    {
      sentence,
      at,
      address: address ?? undefined,
      program: programName ?? undefined,
      browser,
      system,
    },
  ]
}
