import { expect } from 'vitest'
import type { Database } from '../src/platform/postgres/database.ts'
import type { TestDatabase } from './database.ts'

type Waited = Pick<TestDatabase, 'db' | 'isSomebodyWaiting'>

/** Changes something in a transaction, acts until the act waits for it, and commits. Returns the answer of the act. */
export async function whileChanged<Answer>(
  database: Waited,
  change: (tx: Database) => Promise<unknown>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const { hasWaited, answer } = await whileHeld(database, change, act)
  expect(hasWaited).toBe(true)
  return answer
}

/** Holds rows in a transaction, acts, and commits when the act waits or has answered. Returns which of both, and the answer. */
export async function whileHeld<Answer>(
  { db, isSomebodyWaiting }: Waited,
  hold: (tx: Database) => Promise<unknown>,
  act: () => Promise<Answer>,
): Promise<{ readonly hasWaited: boolean; readonly answer: Answer }> {
  let isDone = false
  let hasWaited = false
  let acting: Promise<Answer> | undefined
  await db.transaction(async (tx) => {
    await hold(tx)
    acting = act().finally(() => {
      isDone = true
    })
    // A refusal is told below, to who awaits it.
    acting.catch(() => undefined)
    await expect.poll(async () => isDone || (await isSomebodyWaiting())).toBe(true)
    hasWaited = !isDone
  })
  if (!acting) throw new Error('nothing acted')
  return { hasWaited, answer: await acting }
}
