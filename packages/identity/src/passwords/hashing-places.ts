/**
 * How many passwords may be hashed at once: one for each core, but never on the last thread of the pool, because ID
 * tokens are signed there. A flood of passwords must not keep those waiting who have signed in already.
 */
export function hashingPlaces({ cores, threads }: { cores: number; threads: number }): number {
  return Math.max(1, Math.min(cores, threads - 1))
}
