import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeIdentity } from '@portico/program/testing'
import { expect, test } from 'vitest'
import { environmentFor } from '../testing/stage.ts'
import { ConfigFaults, readConfig } from './config.ts'

const good = {
  ...environmentFor('http://localhost:4100', fakeIdentity()),
  PERMITS_DATABASE_URL: 'postgres://permits@localhost/permits',
}

function faultsOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

test('valid settings are read, and host and port have defaults', () => {
  const { host, port, timeZone } = readConfig({ ...good, PERMITS_PORT: '' })
  expect([host, port, timeZone]).toEqual(['127.0.0.1', 4100, 'UTC'])
  expect(readConfig({ ...good, PERMITS_TIME_ZONE: 'America/Bogota' }).timeZone).toBe('America/Bogota')
})

test('without settings, every required one is listed with its fix', () => {
  const faults = faultsOf({})
  const names = Object.keys(good).filter((name) => !['NODE_ENV', 'PERMITS_PORT'].includes(name))
  for (const name of names)
    expect(
      faults.filter((fault) => fault.startsWith(`${name}:`)),
      name,
    ).toHaveLength(1)
  for (const fault of faults) expect(fault).toContain(' -> ')
})

test.each([
  ['SSO_IDENTITY_URL', 'http://id.example.org'],
  ['SSO_PROGRAM_URL', 'permits.example.org'],
  ['SSO_RETURN_URIS', 'https://permits.example.org/*'],
  ['SSO_ENCRYPTION_KEYS', 'k1:dG9vIHNob3J0'],
  ['PERMITS_PORT', '70000'],
  ['PERMITS_PORT', '80.5'],
  ['PERMITS_TIME_ZONE', 'Moon/Base'],
  ['PERMITS_TIME_ZONE', '+02:00'],
  ['PERMITS_DATABASE_URL', 'mysql://permits:hunter2@localhost/permits'],
  ['PERMITS_DATABASE_URL', 'hunter2'],
])('a wrong %s is the one fault', (name, value) => {
  const faults = faultsOf({ ...good, [name]: value })
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([name])
  expect(faults[0]).not.toContain('hunter2')
})

test('each secret may be in a file; a wrong file, or a value beside it, is a fault that repeats no secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-permits-'))
  try {
    const file = (content: string) => {
      const path = join(folder, 'secret')
      writeFileSync(path, content)
      return path
    }
    const { PERMITS_DATABASE_URL: url, ...rest } = good
    const inFile = { ...rest, PERMITS_DATABASE_URL_FILE: file(`${url}\n`) }
    expect(readConfig(inFile).databaseUrl).toBe(url)
    expect(faultsOf({ ...inFile, PERMITS_DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^PERMITS_DATABASE_URL_FILE: got .* may not be set beside .* -> /),
    ])
    file('mysql://permits:hunter2@localhost/permits')
    expect(faultsOf(inFile)).toEqual([expect.not.stringContaining('hunter2')])
    file('')
    expect(faultsOf(inFile)).toEqual([expect.stringContaining('must not be empty')])
    const missing = join(folder, 'missing')
    expect(faultsOf({ ...inFile, SSO_CLIENT_SECRET: '', SSO_CLIENT_SECRET_FILE: missing })).toEqual([
      expect.stringMatching(/^SSO_CLIENT_SECRET_FILE: got .* must exist -> /),
    ])
    expect(faultsOf({ ...rest, PERMITS_DATABASE_URL_FILE: missing })).toEqual([
      expect.stringMatching(/^PERMITS_DATABASE_URL_FILE: got .* must exist -> /),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
