import { EPOCH } from '../src/platform/clock.ts'
import type { Purge, PurgeNeeds } from '../src/platform/postgres/purge.ts'
import { openPurgeRun } from '../src/platform/postgres/purge-run.ts'

/** A slice that holds all that is over. */
const ALL_TIME = 10 ** 10

/** Runs one batch of each purge, from the beginning. Returns how many rows were deleted. */
export async function purgeOnce(purges: readonly Purge[], needs: PurgeNeeds, most: number): Promise<number> {
  const batches = await Promise.all(
    purges.map((purge) => purge(needs, { most, from: EPOCH, seconds: ALL_TIME })),
  )
  return batches.reduce((sum, { removed }) => sum + removed, 0)
}

/** Runs batches of a purge until nothing is left for it. */
export async function purgeAll(purge: Purge, needs: PurgeNeeds): Promise<void> {
  const run = openPurgeRun(needs, [purge], () => undefined)
  while ((await run.round()) === 'again');
}
