import { describe, expect, test } from 'vitest'
import { versionFinding } from './examine-database.ts'

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
