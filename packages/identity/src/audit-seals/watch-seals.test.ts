import { afterEach, beforeEach, expect } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf } from '../audit/index.ts'
import type { LogFields } from '../platform/log.ts'
import { openSession } from '../platform/postgres/session.ts'
import { systemRandom } from '../platform/system-random.ts'
import { openSealedAudit, type SealedAudit } from './seals.fixture.ts'
import { watchSeals } from './watch-seals.ts'

const DAY_SECONDS = 24 * 60 * 60

let audit: SealedAudit
let lines: { readonly event: string; readonly fields: LogFields | undefined }[]

beforeEach(async () => {
  audit = await openSealedAudit()
  lines = []
})
afterEach(() => audit.drop())

function watch() {
  const add = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const { db, clock, keys: keyring } = audit
  const log = { info: add, warn: add, error: add }
  const watching = watchSeals({ db, clock, keyring, random: systemRandom, log })
  return {
    ...watching,
    age: async () => (await valuesOf(watching.metrics, 'portico_audit_unsealed_seconds'))[''],
    /** Rounds until every event is sealed. */
    rounds: async () => {
      await audit.seal()
      await watching.round()
    },
  }
}

// proves: audit-sealed
test('the last hash of a day that is over is told once by each process, and again by one that starts', async () => {
  const day = dayOf(audit.clock.now()).name
  const one = watch()
  await audit.add(3)
  await one.rounds()
  const { head } = await audit.verify()
  audit.clock.advance(DAY_SECONDS)
  await one.rounds()
  await one.rounds()
  await watch().rounds()
  const told = {
    event: 'audit-day-sealed',
    fields: { 'portico.day': day, 'portico.seal': head.number, 'portico.hash': head.hash.toString('hex') },
  }
  expect(lines).toEqual([told, told])
})

test('a seal that this process has seen and that is gone, or is another one, is told', async () => {
  const watching = watch()
  await audit.add(3)
  await watching.rounds()
  const { head } = await audit.verify()
  await audit.run(`delete from audit_seals where number = ${head.number}`)
  await audit.run('delete from audit_events')
  await watching.rounds()
  expect(lines).toEqual([
    {
      event: 'audit-seals-changed',
      fields: { 'portico.seal': head.number, 'portico.hash': head.hash.toString('hex') },
    },
  ])
  await audit.add(1)
  await watching.rounds()
  await audit.run(
    'update audit_seals set hash = sha256(hash) where number = (select max(number) from audit_seals)',
  )
  await watching.rounds()
  expect(lines.length).toBe(2)
})

// proves: audit-sealed
test('the age of the oldest unsealed event is known in each process, and grows while the database does not answer', async () => {
  const watching = watch()
  await watching.rounds()
  expect(await watching.age()).toBe(0)
  const slow = await openSession(audit.address)
  await slow.runText('begin')
  await slow.runText('select pg_current_xact_id()')
  await audit.add(2)
  audit.clock.advance(300)
  await watching.round()
  expect(await watching.age()).toBe(300)
  await slow.runText('commit')
  await slow.close()
  await watching.rounds()
  expect(await watching.age()).toBe(0)
  await audit.run('alter table audit_seals rename to away')
  audit.clock.advance(600)
  await expect(watching.round()).rejects.toThrow()
  expect(await watching.age()).toBe(600)
})

// proves: audit-sealed
test('a forged seal is told once, a metric has it, and what it says is sealed counts as unsealed', async () => {
  const watching = watch()
  const forged = async () => (await valuesOf(watching.metrics, 'portico_audit_seals_forged'))['']
  await watching.rounds()
  expect(await forged()).toBe(0)
  await audit.forge({ sealedBelow: 2 ** 40 })
  await audit.add()
  audit.clock.advance(300)
  await watching.round()
  await watching.round()
  expect(lines.map(({ event }) => event)).toEqual(['audit-seals-forged'])
  expect([await forged(), await watching.age()]).toEqual([1, 300])
  await audit.run('delete from audit_seals where number = (select max(number) from audit_seals)')
  await watching.rounds()
  expect(await forged()).toBe(0)
})

test('events with the numbers of another server are told once', async () => {
  await audit.add(1)
  await audit.run("update audit_events set written_in = '9000000000'")
  const watching = watch()
  await watching.round()
  await watching.round()
  expect(lines.map(({ event }) => event)).toEqual(['audit-not-sealed'])
})
