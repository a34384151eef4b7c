import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConsoleConfigFaults, readConsoleConfig } from './index.ts'

const KEY = Buffer.alloc(32, 3).toString('base64')
const RIGHT = {
  PORTICO_CONSOLE_URL: 'https://console.example.test',
  PORTICO_CONSOLE_DATABASE_URL: 'postgres://console@db/portico',
  PORTICO_CONSOLE_IDENTITY_URL: 'https://id.example.test',
  PORTICO_CONSOLE_CLIENT_ID: 'client',
  PORTICO_CONSOLE_CLIENT_SECRET: 'secret',
  PORTICO_CONSOLE_KEY: KEY,
}

const faultsOf = (changes: Readonly<Record<string, string | undefined>>): readonly string[] => {
  try {
    readConsoleConfig({ ...RIGHT, ...changes })
    return []
  } catch (error) {
    return error instanceof ConsoleConfigFaults ? error.faults : [String(error)]
  }
}

test('what is right is read, and the secrets cannot be printed', () => {
  const config = readConsoleConfig({ ...RIGHT, PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: '7' })
  expect(config).toMatchObject({ port: 4200, host: '127.0.0.1', looksPerHour: 60, timeZone: 'UTC' })
  expect(config.limits.recoverPerEmailHour).toBe(7)
  expect(JSON.stringify(config)).not.toContain(KEY)
})

test('everything that is missing is told at once', () => {
  const nothing = Object.fromEntries(Object.keys(RIGHT).map((name) => [name, undefined]))
  expect(faultsOf(nothing)).toHaveLength(6)
})

test.each([
  ['PORTICO_CONSOLE_URL', 'http://console.example.test'],
  ['PORTICO_CONSOLE_URL', 'https://console.example.test/path'],
  ['PORTICO_CONSOLE_URL', 'console'],
  ['PORTICO_CONSOLE_KEY', 'short'],
  ['PORTICO_CONSOLE_DATABASE_URL', 'postgres://console@one,two/portico'],
  ['PORTICO_CONSOLE_DATABASE_URL', 'postgres://console@/portico?host=one%2Ctwo'],
  ['PORTICO_CONSOLE_PORT', '70000'],
  ['PORTICO_CONSOLE_PORT', 'x'],
  ['PORTICO_CONSOLE_LOOKS_PER_HOUR', '0'],
  ['PORTICO_CONSOLE_TRUSTED_PROXIES', '10.0.0.0/'],
  ['PORTICO_CONSOLE_TRUSTED_PROXIES', '0.0.0.0/0'],
  ['PORTICO_CONSOLE_UNCOVERS_PER_HOUR', '0'],
  ['PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR', '-1'],
  ['PORTICO_TIME_ZONE', 'Europe/Nowhere'],
  ['PORTICO_TIME_ZONE', '+02:00'],
  ['PORTICO_CONSOLE_LOOKS', '5'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  const faults = faultsOf({ [name]: value })
  expect(faults).toEqual([expect.stringContaining(name)])
  expect(faults.join()).not.toContain(KEY)
})

test('a file of a secret that is not there is told', () => {
  const faults = faultsOf({ PORTICO_CONSOLE_KEY: undefined, PORTICO_CONSOLE_KEY_FILE: '/nowhere/key' })
  expect(faults.join()).toContain('PORTICO_CONSOLE_KEY_FILE')
})

test.each([
  ...['systemd/console.env', 'systemd/portico-console.service', 'container/compose.console.yaml'],
  'helm/portico/templates/console/deployment.yaml',
])('deploy/%s sets no variable that the console does not know', (file) => {
  const text = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')
  const named = /(?:^|Environment=|^ +|- name: )(PORTICO_CONSOLE_[A-Z_]+)(?:=|: |$)/gm
  const names = [...text.matchAll(named)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(2)
  const set = Object.fromEntries(names.map((name) => [name, '']))
  expect(faultsOf(set).filter((fault) => fault.endsWith('is no setting.'))).toEqual([])
})
