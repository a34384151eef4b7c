import { EPOCH } from '../src/platform/clock.ts'
import type { Purge, PurgeNeeds } from '../src/platform/postgres/purge.ts'

/** Runs one batch of each purge, from the beginning. Returns how many rows were deleted. */
export async function purgeOnce(purges: readonly Purge[], needs: PurgeNeeds, most: number): Promise<number> {
  const batches = await Promise.all(purges.map((purge) => purge(needs, { most, from: EPOCH })))
  return batches.reduce((sum, { removed }) => sum + removed, 0)
}
