/**
 * How Node runs Portico. New objects get 16 MiB at a time instead of 32: a busy service needs 50 MiB less memory and is as
 * fast, because what it makes for a request is gone long before either is full.
 */
export const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']

/**
 * What Node finds in its environment unless it is set already. Threads that sign and hash take their memory from one
 * arena of the GNU C library instead of up to eight for each core, of which every one keeps what it was given: a busy
 * service needs 14 MiB less, and signs and hashes as fast.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
