/** How many passwords may be hashed at once: one for each core, and never more than `UV_THREADPOOL_SIZE`, because each needs 19 MiB. */
export function hashingPlaces({ cores, threads }: { cores: number; threads: number }): number {
  return Math.max(1, Math.min(cores, threads))
}
