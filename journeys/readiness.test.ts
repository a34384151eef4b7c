// Takes over 10 s: each test starts the service as a process, and most migrate an empty database in another one.
import { afterEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../packages/identity/src/migrations.ts'
import { migrate } from '../packages/identity/src/platform/postgres/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { type Environment, type Run } from './kit/child-process.ts'
import { runPortico, statusOf } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

const closings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

interface Report {
  readonly ready: boolean
  readonly says: string
  readonly dependencies: Readonly<
    Record<string, { ok: boolean; says: string; counts: boolean; role?: string }>
  >
}

/** A service that need not be ready, with its metrics port. */
interface Started {
  readonly run: Run
  readonly database: TestDatabase
  readonly environment: Environment
  readonly url: string
  readonly port: number
  readyz(): Promise<{ status: number; report: Report }>
}

async function start(template: string | undefined, more: Environment = {}): Promise<Started> {
  const database = await createTestDatabase(template)
  closings.push(() => database.drop())
  const [port, metricsPort] = [await freePort(), await freePort()]
  const environment = {
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_DATABASE_DEADLINE_MS: '15000',
    PORTICO_DRAIN_SECONDS: '0',
    ...more,
  }
  const run = runPortico(['serve'], environment)
  closings.push(() => run.end('SIGKILL'))
  const readyz = async () => {
    const answer = await fetch(`http://localhost:${metricsPort}/readyz`)
    return { status: answer.status, report: (await answer.json()) as Report }
  }
  return { run, database, environment, port, url: `http://localhost:${port}`, readyz }
}

const says = ({ run }: Started, words: string) =>
  until(
    () => `it says "${words}": ${run.output()}`,
    () => run.output().includes(words) || undefined,
  )
const isReady = (started: Started) =>
  until(
    () => `readyz answers 200: ${started.run.output()}`,
    async () => (await started.readyz().catch(() => undefined))?.status === 200 || undefined,
  )

// proves: releases-only-migrate, releases-heals
test('a process on an empty database says what to do, answers 503, and becomes ready after portico migrate without a restart', async () => {
  const started = await start('template1')
  await says(started, 'The database is empty: run portico migrate.')
  const { status, report } = await started.readyz()
  expect([status, report.ready]).toEqual([503, false])
  expect(report.dependencies).toMatchObject({
    database: { ok: true, role: 'primary', counts: true },
    schema: { ok: false, says: 'The database is empty: run portico migrate.' },
    keys: { ok: false, counts: true },
  })
  await until(
    'health answers',
    async () => (await statusOf(`${started.url}/api/health/`)) === 200 || undefined,
  )
  for (const path of ['/login/', '/o/token/', '/.well-known/openid-configuration']) {
    const answer = await fetch(started.url + path, { method: path === '/o/token/' ? 'POST' : 'GET' })
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2'])
  }
  expect(await started.database.db.query`select 1 from pg_tables where schemaname = 'public'`).toEqual([])

  expect(await runPortico(['migrate'], started.environment).ended).toMatchObject({ code: 0 })
  await isReady(started)
  expect((await fetch(`${started.url}/login/`)).status).toBe(200)
  expect((await started.readyz()).report).toMatchObject({
    ready: true,
    dependencies: { schema: { ok: true }, keys: { ok: true }, mail: { ok: true } },
  })
  expect(await started.run.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('a process that waits for portico migrate ends in peace when it is told to', async () => {
  const started = await start('template1')
  await says(started, 'run portico migrate')
  expect(await started.run.end('SIGTERM')).toMatchObject({ code: 0 })
})

// proves: releases-range
test('no process starts on a schema that is too new, and one that runs is not ready any more', async () => {
  const started = await start(undefined)
  await isReady(started)
  await started.database.db
    .query`insert into schema_migrations (name, fits_from) values ('0998-more.sql', 11)`
  expect((await started.readyz()).report.dependencies['schema']).toMatchObject({
    ok: true,
    says: 'It is newer and fits this release.',
  })
  await started.database.db
    .query`insert into schema_migrations (name, fits_from) values ('0999-less.sql', 998)`
  expect(await started.readyz()).toMatchObject({
    status: 503,
    report: { says: 'Not ready because of: schema.' },
  })
  expect((await fetch(`${started.url}/login/`)).status).toBe(200)
  const older = { ...started.environment, PORTICO_METRICS_PORT: '' }
  expect(await runPortico(['client', 'list'], older).ended).toMatchObject({ code: 1 })
  const { code, output } = await runPortico(['serve'], {
    ...started.environment,
    PORTICO_PORT: '0',
    PORTICO_METRICS_PORT: '',
  }).ended
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toMatch(
    /"message":"portico: .*\(0999-less.sql\).* Run that release/,
  )
})

// proves: releases-readiness
test('mail and Redis that are away are told, and take nobody out of rotation; no answer contains a secret', async () => {
  const started = await start(undefined, {
    PORTICO_SMTP_URL: 'smtp://user:needle@127.0.0.1:9',
    PORTICO_REDIS_URL: 'redis://:needle@127.0.0.1:9',
  })
  await isReady(started)
  await until('mail is known to be away', async () => {
    const { report } = await started.readyz()
    return report.dependencies['mail']?.ok === false || undefined
  })
  const { status, report } = await started.readyz()
  expect(status).toBe(200)
  expect(report.dependencies).toMatchObject({
    mail: { ok: false, counts: false },
    redis: { ok: false, counts: false },
  })
  expect(JSON.stringify(report)).not.toContain('needle')
})

// proves: releases-two
test('of two processes that wait and two portico migrate at once, all end well and each file is applied once', async () => {
  const started = await start('template1')
  await says(started, 'run portico migrate')
  const runs = [0, 1].map(() => runPortico(['migrate', '--json'], started.environment))
  const ends = await Promise.all(runs.map((run) => run.ended))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  await isReady(started)
  expect(await migrate({ kind: 'url', url: started.database.url }, MIGRATIONS)).toEqual([])
  const doubles = await started.database.db.query`
    select 1 from audit_events where name = 'migrations-applied'`
  expect(doubles).toHaveLength(1)
})

// proves: threat-missing-room
test('a build without a room that the database has ends at once and says so, and so does each command', async () => {
  const started = await start('template1')
  await says(started, 'The database is empty')
  await started.run.end('SIGTERM')
  const { database, environment } = started
  await runPortico(['migrate'], environment).ended
  await database.db.query`create table of_another_room (id text)`
  await database.db.query`comment on table of_another_room is 'Portico 31'`
  for (const command of [['serve'], ['client', 'list']]) {
    const run = runPortico(command, environment)
    expect((await run.ended).code).toBe(1)
    expect(run.output()).toContain('tables of rooms that this build does not have (of_another_room)')
    expect(run.output()).not.toContain('    at ')
  }
})
