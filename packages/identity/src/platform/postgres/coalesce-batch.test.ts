import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { Batch } from './coalesce.ts'
import { arrayOf } from './values.ts'

interface Row {
  readonly text: string
  readonly bytes: Buffer
  readonly count: number
  readonly maybe: string | null
}

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Any text that PostgreSQL can hold. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'"\\{},\' \n\tNULnul;-') }),
    fc.constantFrom('NULL', 'null', '', '{}', '"', '\\', '\\"', "'", '{NULL}', ' NULL ', '\\x00', 'é漢🎈'),
  )
  .filter((value) => !value.includes('\0') && value.isWellFormed())

const row: fc.Arbitrary<Row> = fc.record({
  text,
  bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  maybe: fc.option(text, { nil: null }),
})

test('what goes through unnest comes back as it was, and in its place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const batch = new Batch(rows)
      const answers = await database.db.query<Row & { number: number }>`
        select number, text, bytes, count, maybe
          from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.text)}::text[],
                      ${batch.column((r) => r.bytes)}::bytea[], ${batch.column((r) => r.count)}::int[],
                      ${batch.column((r) => r.maybe)}::text[]) as a (number, text, bytes, count, maybe)
         order by random()`
      const inOrder = batch.inOrder(answers)
      expect(inOrder.map((answer) => answer && { ...answer, bytes: Buffer.from(answer.bytes) })).toEqual(
        rows.map((given, number) => ({ number, ...given })),
      )
    }),
    { numRuns: 60 },
  )
})

test('requests without a row get nothing, in their place', () => {
  const batch = new Batch(['a', 'b', 'c'])
  expect(batch.inOrder([{ number: 2 }, { number: 0 }])).toEqual([{ number: 0 }, undefined, { number: 2 }])
  expect(batch.inOrder([])).toEqual([undefined, undefined, undefined])
})

test('a list of texts is one parameter, whatever they hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 10 }), async (texts) => {
      const [answer] = await database.db.query<{ all: readonly string[] }>`
        select to_json(${arrayOf(texts)}::text::text[]) as all`
      expect(answer?.all).toEqual(texts)
    }),
    { numRuns: 60 },
  )
})
