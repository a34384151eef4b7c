import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole, type TestRole } from '../../testing/console-role.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { GOOD, writeBrand } from '../brand/brand.fixture.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let role: TestRole
beforeAll(async () => {
  database = await createTestDatabase()
  role = await makeRole(database)
})
afterAll(async () => {
  await role.drop()
  await database.drop()
})

const prepare = (...args: readonly string[]) =>
  portico(settingsFor(database), ['console', 'prepare', ...args])

test('registers the console once, and prints its settings once', async () => {
  const first = await prepare(role.role, '--url', 'https://console.example.test')
  expect(first.exitCode).toBe(0)
  for (const name of ['URL', 'IDENTITY_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'KEY'])
    expect(first.out).toContain(`PORTICO_CONSOLE_${name}=`)
  const second = await prepare(role.role, '--url', 'https://console.example.test/')
  expect(second.out).toContain('was registered before')
  expect(second.out).not.toContain('SECRET=')
  const clients = await database.db.query`select 1 from clients`
  expect(clients).toHaveLength(1)
  const events = await database.db.query<{ role: string }>`
    select details ->> 'role' as role from audit_events where name = 'console-prepared'`
  expect(events.map((event) => event.role)).toEqual([role.role, role.role])
})

test('prints what the console has to say as the service does: its name, its time zone, and the limits that somebody changed', async () => {
  const changed = {
    ...{ PORTICO_SERVICE_NAME: 'City of Avila', PORTICO_TIME_ZONE: 'Europe/Madrid' },
    ...{ PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '7', PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: '3' },
  }
  const { out } = await portico({ ...settingsFor(database), ...changed }, [
    ...['console', 'prepare', role.role, '--url', 'https://other-console.example.test', '--json'],
  ])
  const told = JSON.parse(out)
  expect(told).toMatchObject({
    ...{ PORTICO_CONSOLE_SERVICE_NAME: 'City of Avila', PORTICO_TIME_ZONE: 'Europe/Madrid' },
    PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '7',
  })
  expect(Object.keys(told).filter((name) => name.startsWith('PORTICO_LIMIT_'))).toHaveLength(1)
})

test('prints the look of the service, whose name no setting takes the place of', async () => {
  const file = writeBrand(GOOD)
  const prepareAt = async (url: string, changes: object) => {
    const words = ['console', 'prepare', role.role, '--url', url, '--json']
    return JSON.parse((await portico({ ...settingsFor(database), ...changes }, words)).out)
  }
  const branded = await prepareAt('https://branded.example.test', { PORTICO_BRAND_FILE: file })
  expect(branded).toMatchObject({ PORTICO_BRAND_FILE: file })
  expect(branded).not.toHaveProperty('PORTICO_CONSOLE_SERVICE_NAME')
  const named = { PORTICO_BRAND_FILE: file, PORTICO_SERVICE_NAME: 'Avila' }
  expect(await prepareAt('https://named.example.test', named)).toMatchObject({
    ...{ PORTICO_BRAND_FILE: file, PORTICO_CONSOLE_SERVICE_NAME: 'Avila' },
  })
  expect(await prepareAt('https://plain.example.test', {})).not.toHaveProperty('PORTICO_BRAND_FILE')
})

test.each([
  ['nobody', 'https://console.example.test', 1, /There is no role nobody/],
  ['x', 'https://console.example.test/path', 2, /an origin with https and without a path/],
  ['x', 'http://console.example.test', 2, /http only on this machine/],
  ['x', 'https://console.example.test:5061', 2, /no port that browsers refuse to open/],
  ['x', 'https://console.example.test/?a', 2, /an origin with https and without a path/],
  ['x', 'ftp://localhost', 2, /an origin with https and without a path/],
  ['x', 'console', 2, /an origin with https and without a path/],
])('refuses %s at %s', async (name, url, exitCode, says) => {
  const before = await database.db.query`select 1 from clients`
  const ran = await prepare(name, '--url', url)
  expect(ran.exitCode).toBe(exitCode)
  expect(ran.err).toMatch(says)
  expect(await database.db.query`select 1 from clients`).toHaveLength(before.length)
})

test('refuses an embedded server that people reach, where a role protects nothing', async () => {
  const ran = await portico(
    {
      ...{ PORTICO_BASE_URL: 'https://id.example.test', PORTICO_SMTP_URL: 'smtp://localhost:1' },
      ...{ PORTICO_MAIL_FROM: 'a@example.test', PORTICO_EMBEDDED_DATABASE: 'yes-in-the-data-directory' },
    },
    ['console', 'prepare', 'x', '--url', 'https://console.example.test'],
  )
  expect(ran.exitCode).toBe(1)
  expect(ran.err).toContain('needs a PostgreSQL server of your own')
})
