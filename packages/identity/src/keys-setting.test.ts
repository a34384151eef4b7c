import { describe, expect, test } from 'vitest'
import { keysOf } from './keys-setting.ts'
import { readSettings } from './settings.ts'

const ALL = {
  PORTICO_PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so',
  PORTICO_PKCS11_TOKEN: 'portico',
  PORTICO_PKCS11_PIN: 'a-secret-word',
}

function read(environment: Readonly<Record<string, string>>) {
  const settings = readSettings(environment)
  return { token: keysOf(settings).keyTokenSettings, faults: settings.faults() }
}

test('all three name a token, and the PIN does not print', () => {
  const { token, faults } = read(ALL)
  expect([token?.module, token?.label, token?.pin.reveal(), faults]).toEqual([...Object.values(ALL), []])
  expect(JSON.stringify(token)).not.toContain('a-secret-word')
})

test('without them there is none', () => {
  expect(read({})).toEqual({ token: undefined, faults: [] })
})

describe('refused in one sentence', () => {
  test.each(Object.keys(ALL))('without %s', (missing) => {
    const { faults } = read(Object.fromEntries(Object.entries(ALL).filter(([name]) => name !== missing)))
    expect(faults).toEqual([expect.stringContaining(`${missing} is missing`)])
  })
  test.each([
    ['a path that begins nowhere', { PORTICO_PKCS11_MODULE: 'softhsm2.so' }, 'whole path'],
    ['a label that no token has', { PORTICO_PKCS11_TOKEN: 'ä'.repeat(17) }, '32 bytes'],
  ])('%s', (_, changes, says) => {
    const { faults } = read({ ...ALL, ...changes })
    expect(faults).toEqual([expect.stringContaining(says)])
    expect(faults.join()).not.toContain('a-secret-word')
  })
})
