import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeConsoleRole, makeRole, type TestRole } from '../../testing/console-role.ts'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { onEach } from '../../testing/database.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { findCitizen, isUnchanged, markOf } from '../citizens/index.ts'
import { isolated } from '../pages/index.ts'
import { html } from '../platform/html.ts'
import type { DatabasePool } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { HEADS, TABLES } from '../room-heads.ts'
import { prepareConsole, renewConsoleViews, VIEWS_SCHEMA } from './index.ts'

let service: TestService
let console: TestRole
let views: DatabasePool
beforeAll(async () => {
  service = await startTestService()
  console = await makeConsoleRole(service.database)
  views = console.open(VIEWS_SCHEMA)
})
afterAll(async () => {
  await views.close()
  await console.drop()
  await service.close()
})

const admin = (statement: string) => onEach([service.database.address], service.database.database, statement)
const asConsole = (statement: string) => admin(`set role ${console.role}; ${statement}`)
const DENIED = /permission denied/

// proves: console-reads-no-secret
describe('the role of the console', () => {
  test('reads a view of each table, with the same columns', async () => {
    const shapes = (schema: string) => views.query<{ table: string; column: string; type: string }>`
      select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = ${schema}::text::regnamespace and c.relkind in ('r', 'v') order by 1, 2`
    const ours = (await shapes('public')).filter(({ table }) => Object.hasOwn(TABLES, table))
    expect(ours.length).toBeGreaterThan(200)
    expect(await shapes(VIEWS_SCHEMA)).toEqual(ours)
  })

  test('reads no hash of a password, no key, nothing sealed: only what a question compares', async () => {
    await addCitizen(service)
    await addProgram(service)
    const [citizen] = await views.query<{ hash: string; email: string }>`
      select password_hash as hash, email from citizens limit 1`
    expect(citizen).toEqual({ hash: 'hidden', email: expect.stringContaining('@') })
    const shown = await views.query<{ name: string }>`
      select c.relname || '.' || a.attname as name
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = ${VIEWS_SCHEMA}::text::regnamespace
         and (a.atttypid = 'bytea'::regtype or a.attname ~ 'hash|secret|sealed|private|token')
         and (select format_type(a.atttypid, a.atttypmod)) in ('bytea', 'text')
         and pg_get_viewdef(c.oid) !~ (' AS ' || a.attname || '\\M') order by 1`
    expect(shown.map(({ name }) => name)).toEqual([
      ...[
        'audit_seals.hash',
        'break_glass_uses.session_hash',
        'guessed_addresses.address_hash',
        'known_devices.device_hash',
        'mailed_links.link_hash',
        'refused_letters.asked_by',
        'sign_in_failures.attempt_key',
      ],
    ])
  })

  test.each([
    'select 1 from public.citizens',
    'select password_hash from public.citizens',
    'table public.signing_keys',
    'table public.outbox',
    'table public.audit_events',
    'insert into public.operators select gen_random_uuid(), $$x$$, $$administrator$$, now()',
    'insert into portico_console.operators select gen_random_uuid(), $$x$$, $$administrator$$, now()',
    'update portico_console.citizens set standing = $$active$$',
    'delete from portico_console.audit_events',
    'update portico_console.audit_events set name = $$x$$',
    'create table portico_console.mine (a int)',
    'create table public.mine (a int)',
  ])('may not: %s', async (statement) => {
    await expect(asConsole(statement)).rejects.toThrow(DENIED)
  })

  test('adds an event to the audit, which has it in the table', async () => {
    const { citizenId } = await addCitizen(service)
    const details = { command: 'console' }
    await appendEvent(
      { ...service.foundation, db: views },
      { name: 'operator-looked', origin: service.foundation.by, citizenId, details },
    )
    const written = await service.database.db.query`
      select 1 from audit_events where citizen_id = ${citizenId} and written_in is not null`
    expect(written).toHaveLength(1)
  })

  test.each([
    ['another event', { name: 'citizen-reinstated' }],
    ['an event that ends sessions at programs', { name: 'signed-out' }],
    ['as the service', { actor: 'system' }],
  ])('writes no event but its own: %s', async (_, changes) => {
    const event = { name: 'operator-looked', actor: 'operator', ...changes }
    const written = views.query`
      insert into audit_events (event_id, at, name, actor, details)
      values (gen_random_uuid(), now(), ${event.name}, ${event.actor}, '{}')`
    await expect(written).rejects.toThrow(/the console may not write/)
  })

  test('dates no event itself, nor says in which transaction it was written', async () => {
    await views.query`
      insert into audit_events (event_id, at, name, actor, details, operator, written_in)
      values ('00000000-0000-4000-8000-00000000beef', now() + interval '1 year', 'operator-looked', 'operator', '{}', 'ida', '1')`
    const [event] = await service.database.db.query<{ isNow: boolean; isOwn: boolean }>`
      select at between now() - interval '1 minute' and now() as "isNow", written_in > '1'::xid8 as "isOwn"
        from audit_events where event_id = '00000000-0000-4000-8000-00000000beef'`
    expect(event).toEqual({ isNow: true, isOwn: true })
  })

  test('compares the mark of an account as the service does, before a new password and after it', async () => {
    const citizen = await addCitizen(service)
    const { citizenId, passwordHash } = citizen
    const { db } = service.database
    const mark = markOf(citizen)
    await db.query`
      insert into app_removals (citizen_id, security_version, password_mark, asked_at, next_at, due_at)
      values (${citizenId}, ${mark.securityVersion}, ${mark.passwordMark}, now(), now(), now())`
    const compared = async () => {
      const seen = await findCitizen(views, citizenId)
      const [removal] = await views.query<{ securityVersion: number; passwordMark: Buffer }>`
        select security_version as "securityVersion", password_mark as "passwordMark" from app_removals
         where citizen_id = ${citizenId}`
      return seen && removal && isUnchanged(seen, removal)
    }
    expect(await compared()).toBe(true)
    await db.query`update citizens set password_hash = ${`${passwordHash}x`} where citizen_id = ${citizenId}`
    expect(await compared()).toBe(false)
  })

  test('gets the answers to a supporter’s questions that the service gets', async () => {
    const citizen = await addCitizen(service)
    const { clientId } = await addProgram(service)
    const tell = async (db: Database) => {
      const needs = { db, clock: service.clock, limits: CONTRACT_LIMITS, ownLinks: [] }
      const callers = [citizen, { email: citizen.email }, { clientId }, {}]
      const questions = Object.values(HEADS).flatMap(({ explains }) => explains ?? [])
      const reader = {
        language: 'en',
        when: (at: number) => html`${String(at)}`,
        name: isolated,
        reason: isolated,
        exact: isolated,
      }
      const found = callers.flatMap((caller) => questions.map((explains) => explains(needs, caller)))
      return (await Promise.all(found))
        .flat()
        .map(({ name, tellTo }) => [name, JSON.stringify(tellTo(reader))])
    }
    const told = await tell(views)
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual(await tell(service.database.db))
  })
})

describe('preparing', () => {
  test('refuses a role that nobody has made, and one that reads the tables or could; another role takes the place of the first', async () => {
    const address = { kind: 'url', url: service.database.url } as const
    expect(await prepareConsole(address, { role: 'nobody', tables: TABLES })).toEqual({
      ...{ ok: false, refusal: 'unknown-role' },
    })
    const other = await makeRole(service.database)
    const refused = { ok: false, refusal: 'may-do-more' }
    const prepare = () => prepareConsole(address, { role: other.role, tables: TABLES })
    await admin(`grant select (email) on citizens to ${other.role}`)
    expect(await prepare()).toEqual(refused)
    await admin(
      `revoke select (email) on citizens from ${other.role}; grant ${service.database.address.user} to ${other.role}`,
    )
    expect(await prepare()).toEqual(refused)
    await admin(`revoke ${service.database.address.user} from ${other.role}`)
    expect(await prepareConsole(address, { role: other.role, tables: TABLES })).toMatchObject({ ok: true })
    for (const right of ['create on schema public', `create on database ${service.database.database}`]) {
      await admin(`grant ${right} to ${other.role}`)
      expect(await prepare()).toEqual(refused)
      await admin(`revoke ${right} from ${other.role}`)
    }
    await admin(`grant pg_read_server_files to ${other.role}`)
    expect(await prepare()).toEqual(refused)
    await admin(`revoke pg_read_server_files from ${other.role}`)
    await expect(asConsole('table portico_console.clients')).rejects.toThrow(DENIED)
    expect(await prepareConsole(address, { role: console.role, tables: TABLES })).toMatchObject({ ok: true })
    await other.drop()
    expect(
      await prepareConsole(address, { role: "x'; drop table citizens; --", tables: TABLES }),
    ).toMatchObject({ refusal: 'unknown-role' })
  })

  test('makes the role of an embedded server, whatever its name is', async () => {
    const role = "con'sole; drop table citizens; --"
    expect(await prepareConsole(service.database.address, { role, tables: TABLES })).toMatchObject({
      ok: true,
    })
    expect(await admin(`select rolcanlogin from pg_roles where rolname = $$${role}$$`)).toEqual([
      [{ rolcanlogin: true }],
    ])
    await admin(`drop owned by "${role}" cascade; drop role "${role}"`)
  })

  test('can be repeated, and the views follow the tables after a migration', async () => {
    const { address } = service.database
    expect(await prepareConsole(address, { role: console.role, tables: TABLES })).toMatchObject({ ok: true })
    await admin('alter table closings add column noted text')
    await renewConsoleViews(address, TABLES)
    expect(await views.query`select noted from closings`).toEqual([])
    await expect(asConsole('table public.closings')).rejects.toThrow(DENIED)
  })
})
