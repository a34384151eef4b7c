import { describe, expect, test } from 'vitest'
import { clockFinding, versionFinding } from './examine-database.ts'

describe('portico doctor on the version of PostgreSQL (docs/versioning.md)', () => {
  test.each([
    ['14.20', 140_020, 'wrong'], // its project ended it in November 2026
    ['15.0', 150_000, 'ok'],
    ['18.4', 180_004, 'ok'],
  ])('%s', (version, versionNumber, state) => {
    const facts = { version, versionNumber, clockMilliseconds: 0, isReadOnly: false }
    expect(versionFinding(facts)).toMatchObject({ state })
  })
})

// proves: seeing-doctor
test('portico doctor names a replica, and says how to find the primary', () => {
  const facts = { version: '18.4', versionNumber: 180_004, clockMilliseconds: 0, isReadOnly: true }
  expect(versionFinding(facts)).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('replica'),
    mend: expect.stringContaining('PORTICO_DATABASE_URL'),
  })
})

test.each([
  [0, 'ok', 'agree'],
  [2_000, 'ok', 'agree'],
  [-2_000, 'ok', 'agree'],
  [2_100, 'wrong', '2.1 s ahead of'],
  [-3_600_000, 'wrong', '3600.0 s behind'],
])('portico doctor on a database clock that is %i ms off: %s', (skew, state, says) => {
  const clockMilliseconds = 1_800_000_000_000 + skew
  expect(clockFinding({ clockMilliseconds }, 1_800_000_000_000)).toMatchObject({
    state,
    says: expect.stringContaining(says),
  })
})
