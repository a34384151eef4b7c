import { join } from 'node:path'

/**
 * How Node runs Portico.
 *
 * - New objects get 8 MiB at a time instead of 32: what is made for a request is gone long before they are full, and a
 *   busy service needs 70 MiB less memory.
 * - None is put among the old ones from the start. V8 does that where it saw nearly all of some kind survive; after a few
 *   hundred authorizations it does it with what every request is made of. Dead in a moment but swept seldom, they then keep
 *   whatever they point to, and a third of all time goes into collecting garbage (docs/performance-diary.md).
 * - What is called often is compiled together with four times as many of the functions that it calls: an answer passes
 *   through many small functions, of ours and of Node's, and a twelfth of its time was the way from one to the next.
 */
export const NODE_OPTIONS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--max-inlined-bytecode-size=800',
  '--max-inlined-bytecode-size-cumulative=4000',
]

/**
 * What Node finds in its environment unless it is set already. Threads that sign and hash take their memory from one
 * arena of the GNU C library instead of up to eight for each core, of which every one keeps what it was given: a busy
 * service needs 14 MiB less, and signs and hashes as fast.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

/** Where Node keeps what it compiled: the next process that runs the same files needs a third of the time to start. */
export const compileCache = (root) => ({ NODE_COMPILE_CACHE: join(root, '.runtime', 'compile-cache') })
