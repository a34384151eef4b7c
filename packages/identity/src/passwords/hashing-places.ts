/**
 * How many passwords may be hashed at once: one for each core, but never on the last thread of the pool, which signs ID
 * tokens. Many passwords at once must not delay citizens who are already signed in.
 */
export function hashingPlaces({ cores, threads }: { cores: number; threads: number }): number {
  return Math.max(1, Math.min(cores, threads - 1))
}
