import { expect, test } from 'vitest'
import { countCharacters, isPrintable, readText, withoutEdges } from './plain-text.ts'

const ok = (value: string) => ({ ok: true, value })
const tooLong = { ok: false, refusal: 'max_length' }

const INVISIBLE: Readonly<Record<string, string>> = {
  'embeddings and overrides': '\u202a\u202b\u202c\u202d\u202e',
  isolates: '\u2066\u2067\u2068\u2069',
  'marks of direction': '\u200e\u200f\u061c',
  'zero width space and joiners': '\u200b\u200c\u200d\u2060',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'blanks of other scripts': '\u3000\u00a0\u2003\u3164\uffa0\u2800',
  'a line break': '\r\n\t',
}

// proves: threat-injected-text
test.each(Object.entries(INVISIBLE))('%s are removed from both ends, and from no other place', (_, some) => {
  expect(withoutEdges(`${some}Ana${some}Lovelace${some}`)).toBe(`Ana${some}Lovelace`)
  expect(withoutEdges(some)).toBe('')
  expect(withoutEdges(`${some} ${some}`.repeat(2_000))).toBe('')
})

test.each(['ന്\u200d', 'ق\u200c', '❤\ufe0f', '葛\u{e0100}', '🏴\u{e0067}\u{e0062}\u{e007f}'])(
  'what belongs to the last sign of %j stays',
  (text) => {
    expect(withoutEdges(` ${text}\u200b `)).toBe(text)
  },
)

// proves: contract-8-full-name
test.each([
  ['letters', 'x'],
  ['signs of another plane', '𠮷'],
  ['letters that NFC makes of two', 'e\u0301'],
  ['letters that NFC takes apart', '\u0958'],
])('%s count one character each', (_, sign) => {
  const most = sign.repeat(150)
  const read = readText(`\u202a${most}\u202c `, 150)
  expect(read.ok && countCharacters(read.value)).toBe(150)
  expect(readText(`${most}${sign}`, 150)).toEqual(tooLong)
  if (read.ok) expect(readText(read.value, 150)).toEqual(read)
})

test('each mark that nothing joins is a character, as each part of an emoji', () => {
  expect(readText('x\u0316'.repeat(10), 20)).toEqual(ok('x\u0316'.repeat(10)))
  expect(readText('x\u0316'.repeat(10), 19)).toEqual(tooLong)
  expect(countCharacters('👩\u200d🚀')).toBe(3)
})

test.each(['می\u200cخواهم', 'ශ්\u200dරී', 'ക്\u200dഷ', 'नेहा', 'Śródmieście 🅿'])(
  '%j can be printed: its script needs its joiner',
  (text) => {
    expect(isPrintable(text)).toBe(true)
  },
)

test.each([
  'Park\u200ding',
  'Park\u200cing',
  'م\u200c\u200cم',
  'Parke\u0301\u0316\u200ding',
  'a\u202eb',
  'a\u200bb',
  'a\nb',
  'a\ud800',
  'a\u2028b',
])('%j cannot be printed', (text) => {
  expect(isPrintable(text)).toBe(false)
})
