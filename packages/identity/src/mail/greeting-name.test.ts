import { describe, expect, test } from 'vitest'
import { greetingName, plainLine } from './greeting-name.ts'

describe('a name that could pass for a link is not repeated', () => {
  test.each([
    'https://evil.example',
    'Visit evil.example now',
    'www.evil',
    'win@evil.example',
    'HTTP://EVIL',
    'evil。example',
    '',
    '   ',
    '\u202e\u200b',
  ])('%j', (name) => {
    expect(greetingName(name)).toBeUndefined()
  })
  test.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'J.R. Smith',
    "Siobhán O'Neill",
    '李小龍',
    'محمد علي',
    '<b>Bob</b>',
  ])('%j is a name like any other', (name) => {
    expect(greetingName(name)).toBe(name)
  })
})

// proves: threat-injected-text
test('control characters, line ends and characters that turn text around are left out', () => {
  expect(plainLine('a\r\nBcc: b\u0000\u2028c\u202ed\u2066e\ud800')).toBe('aBcc: bcde')
})
