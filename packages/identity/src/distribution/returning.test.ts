import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SRC = new URL('..', import.meta.url).pathname

/** Statements of a single server. Distributed tables have another form of them. */
const ONE_SERVER = new Set(['rate-limits/counter-store.ts'])

/** The lists of `returning` in a source, up to the end of the statement or of its part of a `with`. */
function returningLists(source: string): readonly string[] {
  return [...source.matchAll(/\breturning\b([^`]*?)(?:`|\)\s*(?:,|select|insert|update|delete))/gi)].map(
    ([, list = '']) => list,
  )
}

/** Whether a list reads a time by a function that depends on the session's time zone, and so is not immutable. */
function dependsOnTimeZone(list: string): boolean {
  return /extract\(\s*epoch\s+from\s+(?![^)]*at time zone)/i.test(list)
}

// Citus refuses any other function there: "non-IMMUTABLE functions are not allowed in the RETURNING clause".
test('every statement on a distributed table returns times by immutable functions', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const lists = files.flatMap((file) =>
    returningLists(readFileSync(SRC + file, 'utf8')).map((list) => ({ file, list })),
  )
  expect(lists.length).toBeGreaterThan(20)
  const faulty = lists.filter(({ file, list }) => !ONE_SERVER.has(file) && dependsOnTimeZone(list))
  expect(faulty).toEqual([])
})

test.each([
  'delete from closings returning extract(epoch from due_at)::bigint`',
  'with gone as (delete from closings returning citizen_id, extract(epoch from due_at)) select 1`',
])('%s is found', (source) => {
  expect(returningLists(source).map(dependsOnTimeZone)).toEqual([true])
})

test("a time at the time zone 'UTC' is none", () => {
  const source = "delete from closings returning extract(epoch from due_at at time zone 'UTC')::bigint`"
  expect(returningLists(source).map(dependsOnTimeZone)).toEqual([false])
})
