import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MOST_UNITS_OF_CHARACTER, normalForm } from './plain-text.ts'

test('no character is made of more units than are counted for it', () => {
  let most = 0
  for (let point = 0; point < 0x30000; point += 1) {
    if (point === 0xd800) point = 0xe000
    const character = String.fromCodePoint(point)
    const parts = character.normalize('NFD')
    if (parts.normalize('NFC') === character) most = Math.max(most, parts.length)
  }
  expect(most).toBeLessThanOrEqual(MOST_UNITS_OF_CHARACTER)
})

const MOST = 256

// proves: threat-slow-normal-form
test.each([
  ['two kinds of marks', '\u0345\u0334'.repeat(765)],
  [
    'marks from the last class to the first',
    ['\u0345', '\u0301', '\u0316', '\u0334'].map((mark) => mark.repeat(382)).join(''),
  ],
  ['marks after characters that become one', 'e\u0301'.repeat(200) + '\u0345\u0334'.repeat(560)],
])('a row of %s is known to be too long from a few short pieces', (_, marks) => {
  const normalise = vi.spyOn(String.prototype, 'normalize')
  expect(normalForm(`a${marks}`, MOST)).toBeUndefined()
  const steps = normalise.mock.contexts.reduce<number>((sum, text) => sum + String(text).length ** 2, 0)
  normalise.mockRestore()
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeLessThan(4 * MOST ** 2)
})

test('it is the whole text in NFC, or nothing exactly where that is too long', () => {
  const signs = [
    'a',
    '\u00e9',
    '\u0301',
    '\u0316',
    '\u0345',
    '\u0334',
    '\u1100',
    '\u1161',
    '\u11a8',
    '\u{16121}',
    '\u{1611f}',
    '\u0958',
    '\ufb1d',
    '\u{1d160}',
    '\u1f82',
  ]
  const unit = fc.constantFrom(...signs, ...signs.map((sign) => sign.normalize('NFD')))
  const parts = fc.array(fc.tuple(fc.array(unit, { maxLength: 12 }), fc.nat(60)), { maxLength: 14 })
  fc.assert(
    fc.property(parts, fc.constantFrom(20, 150, MOST), (rows, most) => {
      const text = rows.map(([row, times]) => row.join('').repeat(times)).join('')
      const normal = text.normalize('NFC')
      expect(normalForm(text, most)).toBe([...normal].length > most ? undefined : normal)
    }),
  )
})
