import { expect, test } from 'vitest'
import type { UnixSeconds } from './clock.ts'
import { momentWords } from './date-words.ts'

test('a French letter says the first of a month as French does', () => {
  expect(momentWords('fr-FR', (Date.UTC(2026, 0, 1, 8, 55) / 1000) as UnixSeconds)).toBe(
    '1er janvier 2026 à 08:55 UTC',
  )
})
