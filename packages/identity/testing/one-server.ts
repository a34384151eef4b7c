import { inject, test } from 'vitest'

/** Whether the tests run on a distributed database (`PORTICO_TEST_CITUS_URL`). */
export const isDistributed: boolean = inject('testServer').workers.length > 0

/**
 * A test about one server. A distributed database deletes expired rows in no batches and waits for locked ones, and it has no
 * single process to cut off.
 */
export const testOnOneServer: typeof test.skip = test.skipIf(isDistributed)
