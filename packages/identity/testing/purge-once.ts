import { EPOCH } from '../src/platform/clock.ts'
import type { Purge, PurgeNeeds } from '../src/platform/postgres/purge.ts'
import { FIRST_BATCH_ROWS, openPurgeRun } from '../src/platform/postgres/purge-run.ts'
import { fakeClock } from './fake-clock.ts'

/** A slice that holds all that is over. */
const ALL_TIME = 10 ** 10

const AHEAD_MILLISECONDS = 400 * 24 * 60 * 60 * 1000

/** Runs one batch of each purge, from the beginning. Returns how many rows were deleted. */
export async function purgeOnce(purges: readonly Purge[], needs: PurgeNeeds, most: number): Promise<number> {
  const batches = await Promise.all(
    purges.map((purge) => purge(needs, { most, from: EPOCH, seconds: ALL_TIME })),
  )
  return batches.reduce((sum, { removed }) => sum + removed, 0)
}

/** Runs batches of a purge until nothing is left for it, by the clock of the test alone, which may be ahead of that of the database. */
export async function purgeAll(purge: Purge, needs: PurgeNeeds): Promise<void> {
  while ((await purge(needs, { from: EPOCH, most: FIRST_BATCH_ROWS, seconds: ALL_TIME })).isFull);
}

/** Runs a purge as the service does, in a process whose clock is far ahead of that of the database. */
export async function purgeAhead(purge: Purge, { db }: Pick<PurgeNeeds, 'db'>): Promise<void> {
  const run = openPurgeRun(
    { db, clock: fakeClock(Date.now() + AHEAD_MILLISECONDS) },
    [purge],
    () => undefined,
  )
  while ((await run.round()) === 'again');
}
