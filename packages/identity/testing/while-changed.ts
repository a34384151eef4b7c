import { expect } from 'vitest'
import type { Database } from '../src/platform/postgres/database.ts'
import type { TestDatabase } from './database.ts'

/** Changes something in a transaction, acts until the act waits for it, and commits. Returns the answer of the act. */
export async function whileChanged<Answer>(
  { db, isSomebodyWaiting }: Pick<TestDatabase, 'db' | 'isSomebodyWaiting'>,
  change: (tx: Database) => Promise<unknown>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  let acting: Promise<Answer> | undefined
  await db.transaction(async (tx) => {
    await change(tx)
    acting = act()
    await expect.poll(isSomebodyWaiting).toBe(true)
  })
  if (!acting) throw new Error('nothing acted')
  return acting
}
