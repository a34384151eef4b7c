import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { dayOf, purgeExported, upsertExport } from '../audit/index.ts'
import { letGoOf, sealEvents } from '../audit-seals/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { keyring } from '../platform/keyring.ts'
import { type DatabasePool, openPool } from '../platform/postgres/connect.ts'
import { openPurgeRun } from '../platform/postgres/purge-run.ts'
import { openSession } from '../platform/postgres/session.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { portico, settingsFor, TEST_SECRET_KEY } from './portico.fixture.ts'

const RUNBOOK = new URL('../../../../docs/runbooks/audit.md', import.meta.url)
const DAY_SECONDS = 24 * 60 * 60

let database: TestDatabase
let role: string
let asRole: DatabasePool
let settings: Record<string, string>

/** What the runbook lets the owner do, with the name of a role of this test. */
beforeAll(async () => {
  database = await createTestDatabase()
  role = `portico_${database.database}`
  const session = await openSession(database.address)
  await session.runText(`create role ${role} login nosuperuser nocreatedb nocreaterole`)
  const [, text = ''] = (await readFile(RUNBOOK, 'utf8')).split('As `portico_owner`, now')
  const sql = /```sql\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const statements = sql.split(';').flatMap((statement) => statement.trim() || [])
  expect(statements.length).toBe(4)
  for (const statement of statements) await session.runText(statement.replace(/\bportico\b/, role))
  await session.close()
  asRole = openPool(
    { ...database.address, user: role },
    { connections: 2, deadlineMilliseconds: 30_000, access: 'any' },
  )
  settings = {
    ...settingsFor(database),
    PORTICO_DATABASE_URL: urlOf(role),
    PORTICO_AUDIT_RETENTION_DAYS: '30',
  }
})
afterAll(async () => {
  await asRole.close()
  const session = await openSession(database.address)
  await session.runText(`drop owned by ${role}`)
  await session.runText(`drop role ${role}`)
  await session.close()
  await database.drop()
})

const urlOf = (user: string) => database.url.replace(/\/\/[^@]*@/, `//${user}@`)

const keys = keyring([Buffer.from(TEST_SECRET_KEY, 'base64')], systemRandom)
const needs = () => ({ db: asRole, clock: systemClock, keyring: keys, random: systemRandom })

async function seal(): Promise<void> {
  while ((await sealEvents(needs())) === 'again');
}

// proves: audit-add-only
test('the role adds and seals events, and can neither change nor delete an event or a seal', async () => {
  expect((await portico(settings, ['audit'])).exitCode).toBe(0)
  await seal()
  expect((await portico(settings, ['audit', 'verify'])).exitCode).toBe(0)
  const denied = 'permission denied'
  await expect(asRole.query`delete from audit_events`).rejects.toThrow(denied)
  await expect(asRole.query`update audit_events set name = 'signed-in'`).rejects.toThrow(denied)
  await expect(asRole.query`truncate audit_events`).rejects.toThrow(denied)
  await expect(asRole.query`delete from audit_seals`).rejects.toThrow(denied)
  await expect(asRole.query`update audit_seals set events = 0`).rejects.toThrow(denied)
  await expect(asRole.query`alter table audit_events disable trigger all`).rejects.toThrow('must be owner')
})

// proves: audit-add-only
test('retention is quiet where the role may not delete, the command says so, and the owner deletes', async () => {
  const at = plusSeconds(systemClock.now(), -40 * DAY_SECONDS)
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, to_timestamp(${at}), 'signed-in', 'citizen', '{}' from (select gen_random_uuid() as id) as made`
  await upsertExport(database.db, { day: dayOf(at), events: 1, sha256: '' }, systemClock.now())
  await seal()
  const purge = purgeExported({
    retentionDays: 30,
    random: systemRandom,
    letGo: letGoOf(needs()),
    awaits: async () => false,
  })
  const run = openPurgeRun(needs(), [purge], () => undefined)
  expect(await run.round()).toBe('done')
  expect(await portico(settings, ['audit', 'prune'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(`The role ${role} may not delete events`),
  })
  const asOwner = { ...settings, PORTICO_DATABASE_URL: database.url }
  expect((await portico(asOwner, ['audit', 'prune', '--json'])).json()).toMatchObject({ deleted: 1 })
})

test('doctor says which role may only add events, and which may do more', async () => {
  const only = `Audit rights    the role ${role} may only read and add events`
  expect((await portico(settings, ['doctor'])).out).toContain(only)
  const asOwner = { ...settings, PORTICO_DATABASE_URL: database.url }
  expect((await portico(asOwner, ['doctor'])).out).toMatch(
    /Audit rights {4}the role \w+ may change and delete events/,
  )
})
