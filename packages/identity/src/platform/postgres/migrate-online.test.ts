import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { readConfig } from '../../config.ts'
import { MIGRATIONS } from '../../migrations.ts'
import { LockNotAvailable, type Patience, USUAL_PATIENCE } from './lock-retries.ts'
import { applyMigrations, migrate } from './migrate.ts'
import { planMigrations } from './migrate-plan.ts'
import { type Migration, parseMigration } from './migration.ts'
import { openSession, type Session } from './session.ts'

const file = (name: string, ...lines: readonly string[]) =>
  parseMigration(name, ['-- fits-from: 0031', ...lines].join('\n'))

const ADD = file('0901-add', 'alter table citizens add column added integer;')
const FILL = file(
  '0902-fill',
  '-- needed: later',
  '-- runs: in batches of 4 by citizens.citizen_id',
  'update citizens set added = coalesce(added, 0) + 1 where citizen_id between $1 and $2;',
)
const INDEX = file(
  '0903-index',
  '-- needed: later',
  '-- runs: statement by statement',
  'drop index concurrently if exists citizens_added;',
  'create index concurrently citizens_added on citizens (added);',
)
const PEOPLE = 10
const QUICK = { lockTimeoutMilliseconds: 20, pausesMilliseconds: [1, 2, 3] }

let database: TestDatabase
let said: string[]
let rival: Session

beforeEach(async () => {
  said = []
  database = await createTestDatabase()
  rival = await openSession(database.address)
  await rival.runText(`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing,
                          security_version, password_hash, password_changed_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), n || '@example.test', true, '', '', 'active', 1, 'x', to_timestamp(1), to_timestamp(1)
      from generate_series(1, ${PEOPLE}) n;
    analyze citizens`)
})
afterEach(async () => {
  await rival.close()
  await database.drop()
})

const run = (...files: readonly Migration[]) => runWith(QUICK, ...files)
const runWith = (patience: Patience, ...files: readonly Migration[]) =>
  migrate(database.address, [...MIGRATIONS, ...files], {
    say: (line) => void said.push(line),
    patience,
  })
const countOf = async (condition: string) =>
  (await rival.runText<{ n: number }>(`select count(*)::int as n from citizens where ${condition}`))[0]?.n
const noted = () =>
  rival.runText('select name, fits_from from schema_migrations where name > $1 order by name', ['0900'])

// proves: releases-plan
test('a plan writes nothing: the statements, their locks, the rows, and who runs beside each', async () => {
  const plan = await planMigrations(database.address, [...MIGRATIONS, ADD, FILL])
  expect(plan.lastApplied).toBe(MIGRATIONS.at(-1)?.name)
  expect(plan.migrations).toMatchObject([
    {
      name: ADD.name,
      needed: 'first',
      besideReleaseBefore: true,
      statements: [{ mode: 'ACCESS EXCLUSIVE', table: 'citizens', rows: PEOPLE, work: 'none' }],
    },
    { name: FILL.name, needed: 'later', way: { kind: 'batches' }, statements: [{ mode: 'ROW EXCLUSIVE' }] },
  ])
  const shut = parseMigration('0901-drop', '-- fits-from: 0901\ndrop table outbox;')
  const [drop] = (await planMigrations(database.address, [...MIGRATIONS, shut])).migrations
  expect(drop).toMatchObject({
    besideReleaseBefore: false,
    statements: [{ table: 'outbox', rows: 'unknown' }],
  })
  expect(await noted()).toEqual([])
})

// proves: releases-locks
test('a migration that meets a lock lets requests through, tries again later each time, and says so', async () => {
  await rival.runText('begin; lock table citizens in access share mode')
  const persistent = { ...QUICK, pausesMilliseconds: Array.from({ length: 5_000 }, (_none, at) => at + 1) }
  const running = runWith(persistent, ADD)
  await expect.poll(() => said.join('\n')).toContain('attempt 2 of')
  await rival.runText('rollback')
  expect(await running).toEqual([ADD.name])
  expect(said.find((line) => line.includes('attempt 1'))).toMatch(
    /^0901-add: somebody else holds a lock .* again in 0.001 s$/,
  )
  expect(await noted()).toEqual([{ name: ADD.name, fits_from: 31 }])
})

test('a migration waits for a lock for less time than requests wait for the database', () => {
  const pauses = USUAL_PATIENCE.pausesMilliseconds
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  expect(USUAL_PATIENCE.lockTimeoutMilliseconds).toBeLessThan(readConfig({}).databaseDeadlineMilliseconds)
})

// proves: releases-locks
test('a lock that stays ends the migration in one sentence, with nothing done and nothing held', async () => {
  await rival.runText('begin; lock table citizens in access share mode')
  await expect(run(ADD)).rejects.toThrow(LockNotAvailable)
  expect(said.filter((line) => line.includes('attempt'))).toHaveLength(3)
  expect(
    await database.db.query`
    select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  ).toEqual([])
  await rival.runText('rollback')
  expect(await noted()).toEqual([])
  expect(await run(ADD)).toEqual([ADD.name])
})

// proves: releases-batches
test('a migration in batches changes each row once, says how far it is, and leaves no state of its own behind', async () => {
  await rival.runText("insert into migration_batches values ('another', '4', 4)")
  expect(await run(ADD, FILL)).toEqual([ADD.name, FILL.name])
  expect(await countOf('added = 1')).toBe(PEOPLE)
  expect(said.filter((line) => / of about /.test(line))).toEqual(
    [4, 8, 10].map((rows) => `0902-fill: ${rows} of about ${PEOPLE} rows in citizens`),
  )
  expect(await rival.runText('delete from migration_batches returning name')).toEqual([{ name: 'another' }])
})

// proves: releases-batches
test('half of the batches done: the next run goes on there, and no row is changed twice', async () => {
  await run(ADD)
  const [fifth] = await rival.runText<{ id: string }>(
    'select citizen_id::text as id from citizens order by citizen_id offset 5 limit 1',
  )
  await rival.runText(`begin; select 1 from citizens where citizen_id = '${fifth?.id}' for update`)
  await expect(run(ADD, FILL)).rejects.toThrow(LockNotAvailable)
  expect(await countOf('added = 1')).toBe(4)
  await rival.runText('rollback')
  expect(await run(ADD, FILL)).toEqual([FILL.name])
  expect(said).toContain(`0902-fill: goes on after 4 of about ${PEOPLE} rows in citizens`)
  expect(await countOf('added = 1')).toBe(PEOPLE)
})

test('an index that is made without blocking anybody; half of one is made anew', async () => {
  await run(ADD)
  await rival.runText('create index citizens_added on citizens (citizen_id)')
  expect(await run(ADD, INDEX)).toEqual([INDEX.name])
  const [made] = await rival.runText<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = 'citizens_added'`,
  )
  expect(made?.definition).toMatch(/\(added\)$/)
})

test('in one transaction, as a restore applies them, every kind of file has the same result', async () => {
  await rival.transaction((tx) => applyMigrations(rival, tx, [ADD, FILL, INDEX]))
  expect(await countOf('added = 1')).toBe(PEOPLE)
  expect(await noted()).toHaveLength(3)
  expect(await rival.runText('select name from migration_batches')).toEqual([])
  expect(await run(ADD, FILL, INDEX)).toEqual([])
})

// proves: releases-range
test('what a newer release did is left alone by the older one, and refused where it does not fit', async () => {
  await run(ADD)
  expect(await run()).toEqual([])
  await expect(run(file('0900-older', 'select 1;'))).rejects.toThrow(/portico migrate of that release/)
  await rival.runText('update schema_migrations set fits_from = 901 where fits_from = 31')
  await expect(run()).rejects.toThrow(/does not know and cannot run with \(0901-add\)/)
})
