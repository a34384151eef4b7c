import type { AwaitedDay } from '../audit/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { DESTINATIONS } from './destination.ts'
import { findDestination } from './destination-store.ts'
import { type ForwardSettings, namedDestinations } from './settings.ts'
import { hasWaiting } from './waiting-store.ts'

const OVERLAP_SECONDS = 60 * 60
const DAY_SECONDS = 24 * 60 * 60

/**
 * Whether events of a day wait for a destination. One counts that the settings name, and one that a process has tried to reach within a day: a command that deletes may run without the settings of the
 * service.
 */
export async function awaitsDay(
  db: Database,
  settings: ForwardSettings,
  { day, now }: AwaitedDay,
): Promise<boolean> {
  const named = namedDestinations(settings)
  for (const name of DESTINATIONS) {
    const destination = await findDestination(db, name)
    if (!destination) continue
    const { walkedAt, reachedAt, dueAt } = destination
    if (!named.some((one) => one.name === name) && dueAt < now - DAY_SECONDS) continue
    // What is older than the newest delivered event by more than this was delivered, too.
    if (walkedAt === null && reachedAt >= day.endsAt + OVERLAP_SECONDS) continue
    if (await hasWaiting(db, destination, { from: day.beginsAt, until: day.endsAt })) return true
  }
  return false
}
