import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from './command/index.ts'
import { configFromEnv } from './config.ts'
import { unknownProblems } from './unknown-settings.ts'

const namesIn = (environment: Readonly<Record<string, string>>) =>
  unknownProblems(environment).map(({ path }) => path)

// proves: threat-toy-in-public
test.each(['migrate', 'doctor', 'purge'])(
  '%s refuses a misspelt setting, and does not repeat its value',
  async (command) => {
    const told: string[] = []
    const output = {
      line: (text: string) => void told.push(text),
      fault: (text: string) => void told.push(text),
    }
    const environment = { DATABASE_URL: 'sqlite::memory:', SSO_TRUSTED_PROXY: 'hunter2' }
    expect(await runCommand([command], output, environment)).toBe(1)
    expect(told.join()).toContain('SSO_TRUSTED_PROXY')
    expect(told.join()).not.toContain('hunter2')
  },
)

// proves: threat-toy-in-public
test('a program refuses to start with a misspelt setting, and does not repeat its value', () => {
  const start = (environment: Readonly<Record<string, string>>) => () => configFromEnv(environment)
  expect(start({ SSO_TRUSTED_PROXY: 'hunter2' })).toThrow('SSO_TRUSTED_PROXY')
  expect(start({ SSO_TRUSTED_PROXY: 'hunter2' })).not.toThrow('hunter2')
  expect(start({ SSO_TRUSTED_PROXY: 'x', SSO_ALLOW_UNKNOWN_SETTINGS: '1' })).not.toThrow()
  expect(start({ SSO_TRUSTED_PROXIES: '10.0.0.0/8', PERMITS_SSO_URL: 'x' })).not.toThrow()
})

test('names of other kinds, and the family that Kubernetes writes for a service, are no misspelt settings', () => {
  const family = {
    SSO_SERVICE_HOST: '10.0.0.1',
    SSO_SERVICE_PORT: '4180',
    SSO_PORT: 'tcp://10.0.0.1:4180',
    SSO_PORT_4180_TCP_ADDR: '10.0.0.1',
  }
  expect(namesIn({ ...family, PERMITS_SSO_URL: 'x', SSO: 'x' })).toEqual([])
  expect(namesIn({ SSO_PORT: '4180' })).toEqual(['SSO_PORT'])
  expect(namesIn({ sso_client_id: 'x' })).toEqual(['sso_client_id'])
})

test('a program with such variables of its own can allow them', () => {
  expect(namesIn({ SSO_COOKIE: 'x', SSO_ALLOW_UNKNOWN_SETTINGS: '1' })).toEqual([])
  expect(namesIn({ SSO_COOKIE: 'x', SSO_ALLOW_UNKNOWN_SETTINGS: '0' })).toEqual(['SSO_COOKIE'])
})

test('every variable that is read is known', () => {
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/'(SSO_[A-Z_]+)'/g)].map(([, name = '']) => name)
  expect(read.length).toBeGreaterThan(8)
  expect(namesIn(Object.fromEntries(read.map((name) => [name, 'x'])))).toEqual([])
})
