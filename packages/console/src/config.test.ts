import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GOOD, writeBrand } from '../../identity/src/brand/brand.fixture.ts'
import { readConfig } from '../../identity/src/config.ts'
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
  ['PORTICO_CONSOLE_URL', 'https://console.example.test:6000'],
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

describe('the look of the deployment', () => {
  test('is read from the file of the service: its name, unless the console is named; without a file there is none', () => {
    const file = writeBrand(GOOD)
    const named = (changes: object) => readConsoleConfig({ ...RIGHT, ...changes })
    expect(named({})).toMatchObject({ serviceName: 'Portico', brand: undefined })
    expect(named({ PORTICO_BRAND_FILE: '  ' }).brand).toBeUndefined()
    expect(named({ PORTICO_BRAND_FILE: file }).brand).toMatchObject({
      name: GOOD.name,
      colours: GOOD.colours,
    })
    const other = named({ PORTICO_BRAND_FILE: file, PORTICO_CONSOLE_SERVICE_NAME: 'Other' })
    expect([other.serviceName, other.brand?.name]).toEqual(['Other', undefined])
    expect(other.brand?.colours).toEqual(GOOD.colours)
  })

  test.each([
    ['that is not there', '/nowhere/brand.json'],
    ['that is no JSON', writeBrand('{')],
    ['that is a list', writeBrand([])],
    ['with an unknown part', writeBrand({ ...GOOD, font: 'Comic' })],
    [
      'with a colour that nobody can read',
      writeBrand({
        ...GOOD,
        colours: { ...GOOD.colours, light: { accent: '#ffffff', onAccent: '#ffffff' } },
      }),
    ],
    ['with a logo that is not there', writeBrand({ ...GOOD, logo: 'missing.svg' })],
    [
      'with a logo that has a script',
      writeBrand(GOOD, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['with links of a script', writeBrand({ ...GOOD, links: { help: 'javascript:alert(1)' } })],
  ])('is refused with the sentences of the service, from a file %s', (_, file) => {
    const faults = faultsOf({ PORTICO_BRAND_FILE: file })
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) {
      expect(fault.startsWith(`PORTICO_BRAND_FILE ${file}: `)).toBe(true)
      expect(() => readConfig({ PORTICO_BRAND_FILE: file })).toThrow(fault)
    }
  })
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
