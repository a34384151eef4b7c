import { describe, expect, test } from 'vitest'
import { mayStandByAccident } from './absent-texts.ts'

const TOKEN = 'q0BobZ7dKx_3mLw9-TtYh2'
const ID = '019ac2f1-6c1e-7b1a-9d3e-8a60077f2c11'

describe('a text of which a test says that it is absent', () => {
  test.each([
    ['Bob', `<input value="${TOKEN}">`],
    ['611', ID],
    ['0001', 'a'.repeat(64)],
    ['', TOKEN],
  ])('may not be one that chance puts there: %o', (text, whole) => {
    expect(mayStandByAccident(text, whole)).toBe(true)
    expect(() => expect(whole).not.toContain(text)).toThrow('sooner or later')
  })
  test.each([
    ['Bobby', TOKEN],
    ['123456', ID],
    ['a b', TOKEN],
    ['Bob', 'Bib and Bub signed in at 12:30.'],
  ])('may be any other: %o', (text, whole) => {
    expect(whole).not.toContain(text)
  })
  test('is looked for as before, and what has to be there too', () => {
    expect(TOKEN).toContain('Bob')
    expect(['Bob', TOKEN]).not.toContain('bob')
    expect(() => expect(TOKEN).toContain('Rob')).toThrow('to contain')
    expect(() => expect(`${TOKEN} Barbara`).not.toContain('Barbara')).toThrow('not to contain')
  })
})
