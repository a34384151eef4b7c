import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { machineOperator, readOperatorName, readStoredOperatorName } from '../audit/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { addOperator } from '../operators/index.ts'
import { isLeftOut } from '../platform/postgres/table.ts'
import { PURGES } from '../rooms.ts'
import { MACHINE_KEY_TABLES } from './tables.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(() => service.database.db.query`delete from machine_keys`)

const run = (...words: readonly string[]) =>
  portico(settingsFor(service.database), ['operator', 'key', ...words, '--as', 'ada'], {
    ask: 'nobody-there',
  })
const add = (name: string, ...more: readonly string[]) =>
  run('add', name, '--role', 'support', '--until', '90d', '--reason', 'the ticket 7', ...more)
const rows = () => service.database.db.query<{ name: string; hash: string }>`
  select name, encode(key_hash, 'hex') as hash from machine_keys order by name`
const events = () =>
  service.database.db.query<{ name: string; operator: string; details: Record<string, unknown> }>`
    select name, operator, details from audit_events where name like 'machine-key-%' order by event_id`

// proves: machine-keys-hashed
describe('a key', () => {
  test('is shown once, and stored as a hash of a hash; who made it and why is in the audit', async () => {
    const { exitCode, json } = await add('nightly.report', '--json')
    const { key, ...told } = json<{ key: string }>()
    expect([exitCode, told]).toEqual([
      0,
      { name: 'nightly.report', role: 'support', ends_at: expect.stringMatching(/Z$/) },
    ])
    expect(key).toMatch(/^portico_key_[A-Za-z0-9_-]{43}$/)
    const once = createHash('sha256').update(key).digest()
    expect(await rows()).toEqual([
      { name: 'nightly.report', hash: createHash('sha256').update(once).digest('hex') },
    ])
    const [event] = (await events()).slice(-1)
    expect(event).toEqual({
      ...{ name: 'machine-key-added', operator: 'ada' },
      details: {
        ...{ key: 'nightly.report', role: 'support', reason: 'the ticket 7' },
        until: expect.stringMatching(/Z$/),
      },
    })
    const listed = await run('list', '--json')
    expect(listed.json<unknown[]>()).toEqual([
      {
        ...{ name: 'nightly.report', role: 'support', added_by: 'ada', is_over: false },
        ...{ added_at: expect.any(String), ends_at: expect.any(String) },
        ...{ last_used_at: null, last_used_from: null },
      },
    ])
    expect(listed.out + JSON.stringify(await events())).not.toContain(key)
    expect((await run('list')).out).toMatch(/NAME .*ENDS .*LAST USED .*ADDED BY[^]*nightly\.report .* never /)
  })

  test.each([
    ['127.0.0', '127.0.0.0/24'],
    ['2001:db8:0', '2001:db8:0::/48'],
    ['an odd one', 'an odd one'],
  ])('the network %s, which the console notes, is shown as %s', async (noted, shown) => {
    await add('used')
    await service.database.db.query`update machine_keys set last_used_at = now(), last_used_from = ${noted}`
    expect((await run('list')).out).toMatch(new RegExp(`FROM NETWORK [^]* ${shown} `))
  })

  test('of two keys no two are the same, and a name is of one', async () => {
    const [one, other] = [await add('a', '--json'), await add('b', '--json')]
    expect(one.json()['key']).not.toBe(other.json()['key'])
    const again = await add('a')
    expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('Another key has this name')])
    expect(await rows()).toHaveLength(2)
  })

  test('of many at once with one name, one is made', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => add('race')))
    expect(made.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    ['no end', ['add', 'x', '--role', 'reader', '--reason', 'r'], 2],
    ['no role', ['add', 'x', '--until', '1d', '--reason', 'r'], 2],
    ['no reason', ['add', 'x', '--role', 'reader', '--until', '1d'], 2],
    ['another role', ['add', 'x', '--role', 'root', '--until', '1d', '--reason', 'r'], 2],
    ['an end that is none', ['add', 'x', '--role', 'reader', '--until', 'soon', '--reason', 'r'], 2],
    ['an end in the past', ['add', 'x', '--role', 'reader', '--until', '2020-01-01', '--reason', 'r'], 2],
    ['an end too far away', ['add', 'x', '--role', 'reader', '--until', '401d', '--reason', 'r'], 1],
    ...['', 'A', 'a b', '-a', 'a#b', 'é', 'a\u200b', 'x'.repeat(61), '<b>'].map(
      (name) =>
        [
          `the name ${name}`,
          ['add', name, '--role', 'reader', '--until', '1d', '--reason', 'r'],
          'any',
        ] as const,
    ),
  ] as const)('is not made with %s', async (_, words, exitCode) => {
    const refused = await run(...words)
    expect(exitCode === 'any' ? refused.exitCode > 0 : refused.exitCode === exitCode).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('may last 400 days', async () => {
    expect((await run('add', 'x', '--role', 'reader', '--until', '400d', '--reason', 'r')).exitCode).toBe(0)
  })

  test('is removed with a reason, once, and no other with it', async () => {
    await add('gone')
    await add('kept')
    expect((await run('remove', 'gone')).exitCode).toBe(2)
    expect(await rows()).toHaveLength(2)
    expect((await run('remove', 'gone', '--reason', 'leaked')).out).toContain('opens nothing any more')
    expect((await rows()).map(({ name }) => name)).toEqual(['kept'])
    expect((await events()).at(-1)).toEqual({
      ...{ name: 'machine-key-removed', operator: 'ada' },
      details: { key: 'gone', role: 'support', reason: 'leaked' },
    })
    expect((await run('remove', 'gone', '--reason', 'leaked')).exitCode).toBe(1)
  })

  test('is in no backup, so that a restore brings back none that was removed', () => {
    expect(isLeftOut(MACHINE_KEY_TABLES, 'machine_keys')).toBe(true)
  })
})

// proves: machine-name-is-no-operators
describe('the name of a key in the audit', () => {
  test('is that of no operator, and events are found by it', async () => {
    const name = machineOperator('nightly.report')
    expect(name).toBe('key#nightly.report')
    expect(readOperatorName(name)).toBeUndefined()
    expect(readStoredOperatorName(name)).toBe(name)
    for (const wrong of ['key#', 'key#A', 'key#<b>', 'Key#a', 'key#a b', 'key#key#a'])
      expect(readStoredOperatorName(wrong)).toBeUndefined()
    const { email } = await addCitizen(service)
    const added = await addOperator(service.foundation, { emailOrSubject: email, name, role: 'reader' })
    expect(added).toEqual({ ok: false, refusal: 'bad-name' })
    expect((await run('list', '--as', name)).exitCode).toBe(2)
  })
})

test('housekeeping deletes a key a month after its end, and counts of wrong keys after an hour', async () => {
  const { db } = service.database
  await add('kept')
  await add('old')
  await db.query`update machine_keys set ends_at = now() - interval '31 days' where name = 'old'`
  await db.query`update machine_keys set ends_at = now() - interval '29 days' where name = 'kept'`
  await db.query`insert into machine_key_guesses values ('a', 1, now() - interval '61 minutes'), ('b', 1, now())`
  const batch = { most: 100, from: 0, seconds: 60 }
  for (const purge of PURGES) await purge({ ...service.foundation, db }, batch as never)
  expect((await rows()).map(({ name }) => name)).toEqual(['kept'])
  expect(await db.query`select network from machine_key_guesses`).toEqual([{ network: 'b' }])
})
