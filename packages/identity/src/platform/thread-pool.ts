/** The size of Node's thread pool without `UV_THREADPOOL_SIZE`. */
const USUAL_POOL_THREADS = 4
const MOST_POOL_THREADS = 1024

/** The size of Node's thread pool for this value of `UV_THREADPOOL_SIZE`, which it reads as libuv does. */
export function poolThreads(variable: string | undefined): number {
  if (variable === undefined) return USUAL_POOL_THREADS
  const asked = Number.parseInt(variable, 10) || 0
  if (asked < 0) return MOST_POOL_THREADS
  return Math.min(Math.max(asked, 1), MOST_POOL_THREADS)
}
