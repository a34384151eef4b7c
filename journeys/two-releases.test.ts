// Takes long, because two releases of the service start, one after the other and beside each other.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram } from '../packages/identity/testing/people.ts'
import { enterProgram, introspect } from '../packages/identity/testing/program-flow.ts'
import { createCleanup } from './kit/cleanup.ts'
import { openFolder } from './kit/folder.ts'
import { until } from './kit/until.ts'
import {
  checkOutBefore,
  copyAsLater,
  hasHistory,
  type Instance,
  type Load,
  lastMigrationOf,
  openStage,
  startLoad,
} from './two-releases.ts'

const NO_HISTORY = 'skipped: the git history lacks the commit of scripts/release-before.txt'
const folder = openFolder()
const [before, later, last] = [join(folder, 'before'), join(folder, 'later'), join(folder, 'last')]
const FILL = '0902-fill'
let cleanup = createCleanup()
let database: TestDatabase

beforeAll(async () => {
  if (!hasHistory()) return console.warn(NO_HISTORY)
  checkOutBefore(before)
  const from = `-- fits-from: ${await lastMigrationOf(before)}`
  const expanding = {
    '0901-expand': `${from}\nalter table citizens add column added integer;`,
    [FILL]: `${from}\n-- needed: later\n-- runs: in batches of 3 by citizens.citizen_id
update citizens set added = coalesce(added, 0) + 1 where citizen_id between $1 and $2;`,
    '0903-table': `${from}\ncreate table toys (id integer primary key);`,
    '0904-index': `${from}\n-- needed: later\n-- runs: statement by statement
drop index concurrently if exists citizens_added;
create index concurrently citizens_added on citizens (added);`,
  }
  copyAsLater(later, expanding)
  copyAsLater(last, {
    ...expanding,
    '0905-contract': '-- fits-from: 0904\nalter table citizens drop column added; drop table toys;',
  })
})
afterEach(async () => {
  await cleanup.run()
  cleanup = createCleanup()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CITIZENS = 8

async function openTest(template?: string) {
  database = await createTestDatabase(template)
  cleanup.add(() => database.drop())
  return openStage(database, await freePort(), cleanup)
}

/** Waits until the processes that get requests have answered many more. */
async function moreRequests(load: Load): Promise<void> {
  const goal = load.answered + 40
  await until(
    () => `the load goes on: ${load.failed.join('; ')}`,
    () => load.answered >= goal || load.failed.length > 0 || undefined,
  )
  expect(load.failed).toEqual([])
}

/** As the documentation advises: the balancer stops sending, then the process is told to stop. */
async function takeOut(load: Load, instance: Instance): Promise<void> {
  load.ports = load.ports.filter((port) => port !== instance.port)
  expect(await instance.run.end('SIGTERM')).toMatchObject({ code: 0 })
}

/** A citizen who has not been there before signs in and enters a new program. */
async function enterAnew({ service }: Instance): Promise<void> {
  const program = await addProgram(service)
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
}

// proves: releases-both-orders
test('old, then new, then old again: not one request fails, and the old code starts on the newer schema', async (context) => {
  if (!hasHistory()) return context.skip(NO_HISTORY)
  const stage = await openTest('template1')
  expect(await stage.migrate(before)).toMatchObject({ code: 0 })
  const old = await stage.start(before)
  await old.ready()
  const load = await startLoad(stage, old, { citizens: CITIZENS, code: before })

  const fresh = await stage.start(later)
  await until(
    () => `the newer process waits: ${fresh.run.output()}`,
    () => fresh.run.output().includes('0901-expand, 0903-table): run portico migrate') || undefined,
  )
  expect((await fetch(`http://localhost:${fresh.metricsPort}/readyz`)).status).toBe(503)
  await moreRequests(load)
  expect(await stage.migrate(later)).toMatchObject({ code: 0 })
  await fresh.ready()
  load.ports = [old.port, fresh.port]
  await moreRequests(load)

  await takeOut(load, old)
  await moreRequests(load)
  const restarted = await stage.start(before)
  await restarted.ready()
  load.ports = [fresh.port, restarted.port]
  await moreRequests(load)
  await enterAnew(restarted)

  await takeOut(load, fresh)
  await moreRequests(load)
  await load.end()
  expect(load.failed).toEqual([])
  const rows = await database.db.query`select count(*)::int as rows from citizens where added = 1`
  expect(rows).toEqual([{ rows: CITIZENS }])
})

// proves: releases-both-orders
test('new, then old beside it, then new alone: the newer schema serves both', async (context) => {
  if (!hasHistory()) return context.skip(NO_HISTORY)
  const stage = await openTest('template1')
  expect(await stage.migrate(later)).toMatchObject({ code: 0 })
  const fresh = await stage.start(later)
  await fresh.ready()
  const load = await startLoad(stage, fresh, { citizens: CITIZENS })
  const old = await stage.start(before)
  await old.ready()
  load.ports = [fresh.port, old.port]
  await moreRequests(load)
  await enterAnew(old)
  expect(await stage.migrate(before)).toMatchObject({ code: 0 })
  await takeOut(load, fresh)
  await moreRequests(load)
  const again = await stage.start(later)
  await again.ready()
  load.ports = [again.port]
  await moreRequests(load)
  await load.end()
  expect(load.failed).toEqual([])
})

// proves: releases-both-orders
test('the newer code starts before the work that it does not need is done', async (context) => {
  if (!hasHistory()) return context.skip(NO_HISTORY)
  const stage = await openTest('template1')
  expect(await stage.migrate(later)).toMatchObject({ code: 0 })
  await database.db.query`delete from schema_migrations where name = ${FILL}`
  const fresh = await stage.start(later)
  await fresh.ready()
  await enterAnew(fresh)
  expect(await stage.migrate(later)).toMatchObject({ code: 0 })
})

// proves: releases-both-orders
test('what one release added, a later one drops: the release between runs on and starts again, and the one before it is refused', async (context) => {
  if (!hasHistory()) return context.skip(NO_HISTORY)
  const stage = await openTest('template1')
  expect(await stage.migrate(later)).toMatchObject({ code: 0 })
  const between = await stage.start(later)
  await between.ready()
  const load = await startLoad(stage, between, { citizens: CITIZENS })
  expect(await stage.migrate(last)).toMatchObject({ code: 0 })
  const dropped = await database.db.query`
    select to_regclass('toys') as toys, to_regclass('citizens_added') as "index"`
  expect(dropped).toEqual([{ toys: null, index: null }])
  const newest = await stage.start(last)
  await newest.ready()
  load.ports = [between.port, newest.port]
  await moreRequests(load)

  await takeOut(load, between)
  const restarted = await stage.start(later)
  await restarted.ready()
  load.ports = [newest.port, restarted.port]
  await takeOut(load, newest)
  await moreRequests(load)
  await enterAnew(restarted)
  await load.end()
  expect(load.failed).toEqual([])

  const refused = await stage.start(before)
  expect(await refused.run.ended).toMatchObject({ code: 1 })
  expect(refused.run.output()).toContain('cannot run with (0905-contract)')
})
