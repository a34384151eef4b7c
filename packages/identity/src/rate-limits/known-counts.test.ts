import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { goingOn } from './known-counts.ts'

const REQUEST = {
  counter: 'introspect-per-ip 192.0.2.1',
  nowMilliseconds: fakeClock().nowMilliseconds(),
  windowMilliseconds: 60_000,
  allowance: 100,
  demand: 1,
  ahead: 0,
}

const never = new Promise<never>(() => undefined)
const late = () => Promise.reject(new DatabaseUnavailable('A counter was not counted in time'))
const answering = (answer: () => Promise<never[]>): Pick<Database, 'query'> => ({
  query: answer as Database['query'],
})

// proves: threat-hashing-flood
test('a counter that waits in a flood of other statements is counted in the process, because the database is there for reads', async () => {
  const reserve = goingOn({ reads: answering(async () => []), shared: late })
  expect((await reserve(REQUEST)).reserved).toBe(1)
})

test('where the database answers no read either, nothing is counted', async () => {
  const reserve = goingOn({ reads: answering(() => never), shared: late })
  await expect(reserve(REQUEST)).rejects.toThrow(DatabaseUnavailable)
})
