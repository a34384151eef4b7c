import { inject, test } from 'vitest'

/** A test about one server: a distributed database deletes expired rows in no batches, and has no single process to cut off. */
export const testOnOneServer: typeof test.skip = test.skipIf(inject('testServer').workers.length > 0)
