import { describe, expect, test } from 'vitest'
import type { SessionRow } from '../store/index.ts'
import { createCoverage, type HeardAnswer } from './coverage.ts'

const ISSUER = 'https://id.example.test'
const START = Date.parse('2026-01-05T10:00:00.000Z')
const at = (seconds: number) => new Date(START + seconds * 1000)

/** A session that began at 0 and was introspected at 100. Its access token expires at 900. */
function session(changes: Partial<SessionRow> = {}): SessionRow {
  return {
    id: 'a',
    accountId: '1',
    issuer: ISSUER,
    subject: 'ana',
    createdAt: at(0),
    expiresAt: at(100_000),
    lastUsedAt: at(100),
    centralCheckedAt: at(100),
    centralAccessExpiresAt: at(900),
    generation: 1,
    endedCause: null,
    authenticatedAt: null,
    acr: null,
    device: { browser: null, system: null, ipAddress: null },
    readAt: at(200),
    ...changes,
  }
}

const answer = (askedAt: number, heardAt: number, changes: Partial<HeardAnswer> = {}): HeardAnswer => ({
  ...{ askedAt: at(askedAt), heardAt: at(heardAt), waitedMs: 0, checkAll: false, subjects: [] },
  ...changes,
})

/** The coverage of a process that has listened since 50, and heard its last answer at 190. */
function listening() {
  const coverage = createCoverage(ISSUER)
  coverage.hear(answer(49, 50, { checkAll: true }))
  coverage.hear(answer(180, 190, { waitedMs: 9_000 }))
  return coverage
}

describe('a session is covered', () => {
  test('from the moment for which the last answer is true: the question, and the wait that it tells', () => {
    expect(listening().coveredAt(session())).toEqual(at(189))
  })

  test('no later than the answer came, however long the service says that it waited', () => {
    const coverage = listening()
    coverage.hear(answer(190, 195, { waitedMs: 60_000 }))
    expect(coverage.coveredAt(session())).toEqual(at(195))
    coverage.hear(answer(195, 196, { waitedMs: -5 }))
    expect(coverage.coveredAt(session())).toEqual(at(195))
  })

  test('again after its citizen was named and it was introspected', () => {
    const coverage = listening()
    coverage.hear(answer(191, 192, { subjects: ['ana'] }))
    expect(coverage.coveredAt(session())).toBe(null)
    coverage.hear(answer(193, 197, { waitedMs: 4_000 }))
    expect(coverage.coveredAt(session({ centralCheckedAt: at(194) }))).toEqual(at(197))
  })
})

describe('a session is not covered', () => {
  test.each<[string, Partial<SessionRow>]>([
    ['that was introspected before the process began to listen', { centralCheckedAt: at(49) }],
    ['that was introspected in the same millisecond', { centralCheckedAt: at(50) }],
    ['that has only signed in', { createdAt: at(100) }],
    ['whose access token has expired', { centralAccessExpiresAt: at(200) }],
    ['that was introspected in the future of the store', { centralCheckedAt: at(201) }],
    ['of another issuer', { issuer: 'https://other.example.test' }],
    ['that was introspected after the last answer', { centralCheckedAt: at(189) }],
  ])('%s', (_name, changes) => {
    expect(listening().coveredAt(session(changes))).toBe(null)
  })

  test('before the first answer', () => {
    expect(createCoverage(ISSUER).coveredAt(session())).toBe(null)
  })

  test('after an answer that says: check everything', () => {
    const coverage = listening()
    coverage.hear(answer(191, 192, { checkAll: true }))
    expect(coverage.coveredAt(session())).toBe(null)
  })

  test('after more citizens were named than are remembered', () => {
    const coverage = listening()
    const subjects = Array.from({ length: 10_001 }, (_, number) => `citizen ${number}`)
    coverage.hear(answer(191, 192, { subjects }))
    expect(coverage.coveredAt(session())).toBe(null)
  })

  test.each([
    ['between two questions', answer(100, 101)],
    ['while a question waited', answer(191, 100)],
  ])(
    'after the clock of the store was set back %s, until it is a minute past its latest time',
    (_name, back) => {
      const coverage = listening()
      coverage.hear(back)
      expect(coverage.coveredAt(session({ centralCheckedAt: at(180), readAt: at(181) }))).toBe(null)
      for (let asked = 102; asked < 300; asked += 10)
        coverage.hear(answer(asked, asked + 10, { waitedMs: 10_000 }))
      expect(coverage.coveredAt(session({ centralCheckedAt: at(240), readAt: at(290) }))).toBe(null)
      expect(coverage.coveredAt(session({ centralCheckedAt: at(299), readAt: at(300) }))).toEqual(at(302))
    },
  )
})
