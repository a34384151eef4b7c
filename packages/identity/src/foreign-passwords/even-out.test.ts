import { expect, test } from 'vitest'
import { evenRefusals } from './even-out.ts'

/** A clock that waits by going on. Returns how long each refusal was held. */
function refusals() {
  let now = 1_000_000
  const even = evenRefusals({
    now: () => now,
    wait: async (milliseconds) => void (now += milliseconds),
  })
  return {
    pass: (milliseconds: number) => void (now += milliseconds),
    refuse: async (taken: number, isForeign: boolean) => {
      const begunAt = now
      now += taken
      await even(begunAt, isForeign)
      return now - begunAt
    },
  }
}

test('without a hash of another system no refusal is held', async () => {
  const { refuse } = refusals()
  for (const taken of [12, 90, 3]) expect(await refuse(taken, false)).toBe(taken)
})

// proves: foreign-password-time
test('after one with such a hash, all take as long: those of nobody, of everybody, and of those hashes', async () => {
  const { refuse } = refusals()
  expect(await refuse(110, true)).toBe(110)
  for (const [taken, isForeign] of [
    [12, false],
    [3, false],
    [60, true],
    [109, true],
  ] as const)
    expect(await refuse(taken, isForeign)).toBe(110)
})

test('a slower one counts from then on, a slow one of our own does not, and none for longer than two seconds', async () => {
  const { refuse } = refusals()
  await refuse(110, true)
  expect(await refuse(400, false)).toBe(400)
  expect(await refuse(12, false)).toBe(110)
  expect(await refuse(200, true)).toBe(200)
  expect(await refuse(12, false)).toBe(200)
  expect(await refuse(8_000, true)).toBe(8_000)
  expect(await refuse(12, false)).toBe(2_000)
})

test('an hour after the last slow one, nothing is held', async () => {
  const { refuse, pass } = refusals()
  await refuse(110, true)
  pass(3_600_000 - 110)
  expect(await refuse(12, false)).toBe(110)
  pass(3_600_000)
  expect(await refuse(12, false)).toBe(12)
  expect(await refuse(50, true)).toBe(50)
  expect(await refuse(12, false)).toBe(50)
})
