import { expect, test } from 'vitest'
import { MOST_UNITS_OF_CHARACTER } from './normal-form.ts'

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
