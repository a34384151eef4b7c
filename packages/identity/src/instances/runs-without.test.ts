import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import type { SettingInForce } from '../platform/setting-in-force.ts'
import { systemClock } from '../platform/system-clock.ts'
import { noteInstance } from './instance-store.ts'

let database: TestDatabase
const TOKEN = {
  PORTICO_PKCS11_MODULE: '/nowhere/module.so',
  PORTICO_PKCS11_TOKEN: 'portico',
  PORTICO_PKCS11_PIN: '1234',
}

beforeEach(async () => {
  database = await createTestDatabase()
  await portico(settingsFor(database), ['keys', 'rotate'])
})
afterEach(() => database.drop())

const rotate = (...words: readonly string[]) =>
  portico({ ...settingsFor(database), ...TOKEN }, ['keys', 'rotate', ...words])
const kids = async () => (await database.db.query`select 1 from signing_keys`).length

/** A process that runs, with this label of a token. */
function runs(processId: number, settings: readonly SettingInForce[]): Promise<void> {
  const instanceId = `00000000-0000-4000-8000-${String(processId).padStart(12, '0')}`
  return noteInstance(database.db, {
    ...{ instanceId, host: 'vm', processId, settings },
    startedAt: systemClock.now(),
  })
}
const label = (value: string): readonly SettingInForce[] => [
  { name: 'PORTICO_PKCS11_TOKEN', value, given: value === '' ? 'default' : 'variable' },
]

test.each([
  [[], 'and says no word of a token'],
  [['--emergency'], 'in an emergency'],
  [['--dry-run'], 'only tried'],
])('keys rotate %j into a token is refused while a process runs without it', async (words) => {
  await runs(1, label('portico'))
  await runs(2, label(''))
  await runs(3, label('another'))
  await runs(4, [])
  const { exitCode, out, err } = await rotate(...words)
  expect([exitCode, out, await kids()]).toEqual([1, '', 2])
  expect(err).toContain('3 processes of the service do not use the token portico')
  expect(err).toContain('with a key in it: vm:2, vm:3, vm:4. Set PORTICO_PKCS11_MODULE')
  expect(err).toContain('or say --yes.')
})

test.each([
  ['every process has it', 'portico', []],
  ['the answer is yes', '', ['--yes']],
])('keys rotate asks the token where %s', async (_, value, words) => {
  await runs(1, label(value))
  const { exitCode, err } = await rotate(...words)
  expect(exitCode).toBe(1)
  expect(err).not.toContain('of the service do')
  expect(err).toContain('key-token')
})

test('keys rotate --in-database asks no process for a token', async () => {
  await runs(1, label(''))
  expect(await rotate('--in-database')).toMatchObject({ exitCode: 0 })
  expect(await kids()).toBe(3)
})
