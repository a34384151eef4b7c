import { afterEach, expect, test, vi } from 'vitest'
import { findPasswordProblem } from './check-new-password.ts'
import { createPasswordHasher } from './hasher.ts'
import { listedWords } from './listed-words.ts'
import { MOST_PASSWORD_CHARACTERS, normalisePassword } from './password.ts'

afterEach(() => void vi.restoreAllMocks())

/** Of all characters, these are made of the most UTF-16 units (NFC). */
const WIDEST = '\u{16126}'
const giant = `a${'\u0301\u0316'.repeat(4_000)}`
const citizen = { minLength: 15, email: 'ada@example.org', fullName: 'Ada', phoneNumber: '', namesHere: [] }

// proves: threat-giant-password
test('a giant password is refused by its length alone, and never normalised: at a sign-in and where one is chosen', async () => {
  const hasher = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
  const listed = await listedWords()
  const normalise = vi.spyOn(String.prototype, 'normalize')
  expect(await hasher.verify(undefined, giant)).toBe('wrong')
  expect(findPasswordProblem(giant, citizen, listed)).toBe('too_long')
  expect(normalise).not.toHaveBeenCalled()
})

// proves: nist-3.1.1.2-unicode
test('256 characters are enough, however many marks each of them is made of', () => {
  const composed = WIDEST.repeat(MOST_PASSWORD_CHARACTERS)
  for (const form of ['NFC', 'NFD'] as const)
    expect(normalisePassword(composed.normalize(form))).toBe(composed.normalize('NFC'))
  expect(normalisePassword(`${composed}x`)).toBeUndefined()
})
