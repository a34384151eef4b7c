import { describe, expect, test } from 'vitest'
import { plusSeconds, unixSeconds } from '../platform/clock.ts'
import type { SigningKeyView } from '../signing-keys/index.ts'
import { examineKeyAge } from './examine-key-age.ts'

const DAY = 86_400
const NOW = unixSeconds(1_800_000_000)

function aged(days: number, stage: SigningKeyView['stage'] = 'signing'): SigningKeyView {
  const createdAt = plusSeconds(NOW, -days * DAY)
  return { kid: `k${days}`, stage, createdAt, signsFrom: createdAt, publishedUntil: null }
}

// proves: seeing-doctor
describe('the age of the signing key', () => {
  test.each([
    [365, undefined, 'ok'],
    [366, undefined, 'wrong'],
    [30, 30, 'ok'],
    [31, 30, 'ok'],
    [32, 30, 'wrong'],
    [366, 400, 'ok'],
  ])('%i days with a schedule of %s is %s', (days, schedule, state) => {
    expect(examineKeyAge([aged(days)], schedule, NOW)).toMatchObject([{ state }])
  })

  test('what does not sign is not asked', () => {
    expect(examineKeyAge([aged(900, 'withdrawn'), aged(1)], undefined, NOW)).toMatchObject([{ state: 'ok' }])
    expect(examineKeyAge([aged(900, 'withdrawn')], undefined, NOW)).toEqual([])
  })

  test.each([
    [30, 'announced', 600, 'ok'],
    [undefined, 'announced', 600, 'ok'],
    [30, 'announced', 2 * DAY, 'wrong'],
    [30, 'withdrawn', 600, 'wrong'],
    [30, 'retiring', 600, 'wrong'],
  ] as const)(
    'is under way with a schedule of %s where the next is %s and signs in %i s: %s',
    (schedule, stage, inSeconds, state) => {
      const next = { ...aged(0, stage), kid: 'next', signsFrom: plusSeconds(NOW, inSeconds) }
      const [finding] = examineKeyAge([aged(400), next], schedule, NOW)
      expect(finding?.state).toBe(state)
      expect(finding?.says.includes('is under way: key next is announced')).toBe(state === 'ok')
    },
  )

  test('a key of a clock that was far ahead is named, because an ordinary rotation waits behind it', () => {
    const [finding] = examineKeyAge([aged(400), aged(-900, 'announced')], 30, NOW)
    expect(finding).toMatchObject({ state: 'wrong', mend: expect.stringContaining('rotate --emergency') })
  })
})
