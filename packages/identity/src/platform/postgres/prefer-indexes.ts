import type { Database } from './database.ts'

/**
 * Lets the plans of this transaction use indexes, also where the statistics of a new or quickly growing table say that a sequential scan is cheap: a connection keeps the plan that it
 * makes first.
 */
export async function preferIndexes(tx: Database): Promise<void> {
  await tx.query`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`
}
