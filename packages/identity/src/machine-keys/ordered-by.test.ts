import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { KNOWN_KEYS } from './known-keys.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Asked {
  readonly orderId: string
  readonly step: 'order' | 'confirm'
  /** Seconds until the key ends. */
  readonly endsIn: number
  /** Seconds from the time of the key that asked to that of the key that is there. */
  readonly renewed: number
}

let keys = 0

/** Stores a key, made at the same moment as every other one, and that it has asked for a step of an order. Returns its name. */
async function asked({ orderId, step, endsIn, renewed }: Asked): Promise<string> {
  keys += 1
  const name = `report-${keys}`
  await database.db.query`
    insert into machine_keys (name, key_hash, role, added_by, added_at, ends_at)
    values (${name}, sha256(${name}::text::bytea), 'support', 'ada', '2026-01-01Z', now() + make_interval(secs => ${endsIn}))`
  await database.db.query`
    insert into machine_requests (machine, idempotency_key, request_hash, order_id, step, key_added_at, asked_at)
    select name, 'i', sha256('r'), ${orderId}::text::uuid, ${step}, added_at - make_interval(secs => ${renewed}), now()
      from machine_keys where name = ${name}`
  return name
}

const FITS = { step: 'order', endsIn: 60, renewed: 0 } as const
const ordered = (orderId: string) => KNOWN_KEYS.orderedBy(database, { orderId, step: 'order' })

test('an order is of the machine whose key has asked for it, among many', async () => {
  const orders = [randomUUID(), randomUUID(), randomUUID()]
  const names: string[] = []
  for (const orderId of orders) names.push(await asked({ ...FITS, orderId }))
  const found: (string | undefined)[] = []
  for (const orderId of orders) found.push((await ordered(orderId))?.name)
  expect(found).toEqual(names)
  expect(await ordered(randomUUID())).toBeUndefined()
})

test.each([
  ['has asked for another step', { step: 'confirm' }],
  ['has ended since', { endsIn: -1 }],
  ['was removed, and made again under its name', { renewed: 1 }],
] as const)('it is of no machine whose key %s', async (_, changes) => {
  const orderId = randomUUID()
  await asked({ ...FITS, orderId, ...changes })
  expect(await ordered(orderId)).toBeUndefined()
})
