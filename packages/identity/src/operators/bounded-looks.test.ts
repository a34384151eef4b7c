import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type LookBound, recordConsoleRefusal, withinLooks } from './index.ts'

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
  readonly citizenId?: string
  readonly clientId?: string
  readonly details?: Readonly<Record<string, string>>
}

/** Stores events of an operator. */
const stored = (
  times: number,
  { name, operator, ago, command, citizenId, clientId, details = {} }: Event,
  db: Database = database.db,
) => db.query`
  insert into audit_events (event_id, filed_under, at, name, actor, operator, citizen_id, client_id, details)
  select gen_random_uuid(), coalesce(${citizenId ?? null}::text::uuid, gen_random_uuid()), now() - make_interval(secs => ${ago}), ${name}, 'operator', ${operator},
         ${citizenId ?? null}::text::uuid, ${clientId ?? null}::text, jsonb_build_object('command', ${command}::text) || ${JSON.stringify(details)}::text::jsonb from generate_series(1, ${times})`

const BOUND: LookBound = {
  ...{ perHour: 2, commands: ['console citizen', 'console letters', 'citizen why'] },
  ...{ per: 'citizen', search: 'citizen why' },
}
const lookAs = (event: Event, bound = BOUND, act = async () => 'seen') =>
  withinLooks({ db: database.db, by: { actor: 'operator', operator: event.operator } }, bound, async (tx) => {
    await stored(1, event, tx)
    return act()
  })
const look = (operator: string, act?: () => Promise<string>) =>
  lookAs({ ...looked(operator), ago: 0 }, BOUND, act)
const looked = (operator: string): Event => ({
  ...{ name: 'operator-looked', operator, ago: 3_000, command: 'console citizen' },
})

describe('looks of an operator', () => {
  test('are bounded within an hour; the next one is after the first of them is an hour old', async () => {
    const operator = randomUUID()
    await stored(1, looked(operator))
    expect(await lookAs({ ...looked(operator), ago: 60, command: 'console letters' })).toEqual({
      ok: true,
      value: 'seen',
    })
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

  test('leave nothing where there was one too many', async () => {
    const operator = randomUUID()
    await stored(2, looked(operator))
    await look(operator)
    const events = await database.db.query`select 1 from audit_events where operator = ${operator}`
    expect(events).toHaveLength(2)
  })

  test('at one citizen are one, and the newest of them counts', async () => {
    const operator = randomUUID()
    const at = { ...looked(operator), citizenId: randomUUID() }
    await stored(5, { ...at, ago: 3_500 })
    await stored(1, { ...looked(operator), citizenId: randomUUID() })
    expect(await lookAs({ ...at, ago: 10, command: 'citizen why' })).toMatchObject({ ok: true })
    const refused = await lookAs({ ...looked(operator), ago: 0, citizenId: randomUUID() })
    const seconds = refused.ok ? 0 : refused.refusal.retryAfterSeconds
    expect(seconds > 400 && seconds <= 600).toBe(true)
    expect(await lookAs({ ...at, ago: 0 })).toMatchObject({ ok: true })
  })

  test('at one citizen are as many as they are where each look counts', async () => {
    const operator = randomUUID()
    const at = { ...looked(operator), citizenId: randomUUID() }
    const each = { ...BOUND, per: 'look' } as const
    const answers = [await lookAs(at, each), await lookAs(at, each), await lookAs(at, each)]
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false])
  })

  test('for a program are none', async () => {
    const operator = randomUUID()
    const program = { ...looked(operator), command: 'citizen why', clientId: 'parking' }
    await stored(9, program)
    await stored(1, looked(operator))
    expect(await lookAs(program)).toMatchObject({ ok: true })
    expect(await look(operator)).toMatchObject({ ok: true })
    expect(await look(operator)).toMatchObject({ ok: false })
  })

  test('that search and find nobody are half of one', async () => {
    const operator = randomUUID()
    const nobody = { ...looked(operator), command: 'citizen why' }
    const answers: boolean[] = []
    for (let tries = 0; tries < 5; tries += 1) answers.push((await lookAs(nobody)).ok)
    expect(answers).toEqual([true, true, true, true, false])
  })

  test('that fail are no refusal', async () => {
    const fails = look(randomUUID(), () => Promise.reject(new Error('a test')))
    await expect(fails).rejects.toThrow('a test')
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
       where operator = ${operator} and name = 'console-refused' and not details ? 'command'`
    return row?.events
  }
  const refused = (operator: string): Event => ({
    ...{
      name: 'console-refused',
      operator,
      ago: 3_000,
      command: '',
      details: { because: 'role', page: '/' },
    },
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
    ['of another reason', { details: { because: 'no-such-order', page: '/' } }],
    ['of another page', { details: { because: 'role', page: '/other' } }],
  ])('whatever events there are %s', async (_, changes) => {
    const operator = `key#${randomUUID()}`
    await stored(19, refused(operator))
    await stored(3, { ...refused(operator), ...changes })
    expect(await refusedTo(operator)).toBe(1)
  })
})
