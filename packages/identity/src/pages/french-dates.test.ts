import { expect, test } from 'vitest'
import { moment } from './moments.ts'
import { wordsFor } from './words/words-for.ts'

test('a French page says the first of a month as French does', () => {
  const frame = { serviceName: 'Portico', ...wordsFor('fr'), choice: { csrfToken: '', back: '/' } }
  expect(moment(frame, Date.UTC(2026, 0, 1, 8, 55) / 1000).toString()).toContain(
    '>1er\u00a0janvier\u00a02026 ',
  )
})
