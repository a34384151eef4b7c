import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { recordConsoleRefusal, withinLooks } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Event {
  readonly name: string
  readonly operator: string
  /** Seconds since then. */
  readonly ago: number
  readonly command: string
}

/** Stores events of an operator. */
const stored = (times: number, { name, operator, ago, command }: Event) => database.db.query`
  insert into audit_events (event_id, at, name, actor, operator, details)
  select gen_random_uuid(), now() - make_interval(secs => ${ago}), ${name}, 'operator', ${operator},
         jsonb_build_object('command', ${command}::text) from generate_series(1, ${times})`

const BOUND = { perHour: 2, commands: ['console citizen', 'console letters'] }
const look = (operator: string, act: () => Promise<string> = async () => 'seen') =>
  withinLooks({ db: database.db, by: { actor: 'operator', operator } }, BOUND, act)
const looked = (operator: string): Event => ({
  ...{ name: 'operator-looked', operator, ago: 3_000, command: 'console citizen' },
})

describe('looks of an operator', () => {
  test('are bounded within an hour; the next one is after the first of them is an hour old', async () => {
    const operator = randomUUID()
    await stored(1, looked(operator))
    expect(await look(operator)).toEqual({ ok: true, value: 'seen' })
    await stored(1, { ...looked(operator), ago: 60, command: 'console letters' })
    const refused = await look(operator)
    expect(refused).toMatchObject({ ok: false, refusal: { because: 'spent' } })
    const seconds = refused.ok ? 0 : refused.refusal.retryAfterSeconds
    expect(seconds > 400 && seconds <= 600).toBe(true)
  })

  test.each<[string, Partial<Event>]>([
    ['of another operator', { operator: 'somebody else' }],
    ['that are older', { ago: 3_700 }],
    ['that a wrong clock has dated', { ago: -3_600 }],
    ['of other commands', { command: 'console limits' }],
    ['that are none', { name: 'console-refused' }],
  ])('do not count those %s', async (_, changes) => {
    const operator = randomUUID()
    await stored(1, looked(operator))
    await stored(3, { ...looked(operator), ...changes })
    expect(await look(operator)).toEqual({ ok: true, value: 'seen' })
  })

  test('are one at a time, and those of another one go on beside', async () => {
    const [operator, other] = [randomUUID(), randomUUID()]
    const during: unknown[] = []
    await look(operator, async () => {
      during.push(await look(operator), await look(other))
      return 'seen'
    })
    expect(during).toEqual([
      { ok: false, refusal: { because: 'busy', retryAfterSeconds: 1 } },
      { ok: true, value: 'seen' },
    ])
  })
})

describe('what is refused to a machine', () => {
  const refusedTo = async (operator: string) => {
    const needs = { db: database.db, clock: fakeClock(), random: systemRandom }
    const from = { actor: 'operator', operator } as const
    const refusal = { origin: from, citizenId: undefined, because: 'role', page: '/' } as const
    await recordConsoleRefusal(needs, refusal)
    const [row] = await database.db.query<{ events: number }>`
      select count(*)::int as events from audit_events
       where operator = ${operator} and name = 'console-refused' and details ->> 'because' = 'role'`
    return row?.events
  }
  const refused = (operator: string): Event => ({
    ...{ name: 'console-refused', operator, ago: 3_000, command: '' },
  })

  test('is in the audit until the hour has as many events as it may', async () => {
    const operator = `key#${randomUUID()}`
    await stored(19, refused(operator))
    expect([await refusedTo(operator), await refusedTo(operator)]).toEqual([1, 1])
  })

  test.each<[string, Partial<Event>]>([
    ['of another machine', { operator: 'key#other' }],
    ['that are older', { ago: 3_700 }],
    ['of another name', { name: 'console-looks-spent' }],
  ])('whatever events there are %s', async (_, changes) => {
    const operator = `key#${randomUUID()}`
    await stored(19, refused(operator))
    await stored(3, { ...refused(operator), ...changes })
    expect(await refusedTo(operator)).toBe(1)
  })
})
