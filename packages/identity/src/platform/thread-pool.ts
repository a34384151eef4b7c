/** Threads that Node does slow work on, where nobody says otherwise. */
const USUAL_POOL_THREADS = 4
const MOST_POOL_THREADS = 1024

/** How many threads Node's pool has, by the variable that decides it, read as libuv reads it. */
export function poolThreads(variable: string | undefined): number {
  if (variable === undefined) return USUAL_POOL_THREADS
  const asked = Number.parseInt(variable, 10) || 0
  if (asked < 0) return MOST_POOL_THREADS
  return Math.min(Math.max(asked, 1), MOST_POOL_THREADS)
}
