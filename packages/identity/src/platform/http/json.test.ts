import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonObject } from './json.ts'

function read(text: string | Buffer) {
  return parseJsonObject(Buffer.from(text))
}

function readObject(text: string) {
  const parsed = read(text)
  if (!parsed.ok) throw new Error(`${text} is ${parsed.refusal}`)
  return parsed.value
}

// proves: threat-smuggling
test('any object is read as JSON.parse reads it, with no name twice', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value)
      const { fields, duplicates } = readObject(text)
      expect([...fields]).toEqual(Object.entries(JSON.parse(text) as object))
      expect(duplicates.size).toBe(0)
    }),
  )
})

test('a name that comes again is found at any place, between any values, however it is spelt', () => {
  const name = fc.string({ minLength: 1, maxLength: 8 })
  const spellings = (word: string) => [
    JSON.stringify(word),
    `"${[...word].map((c) => (c.length === 1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"`,
  ]
  fc.assert(
    fc.property(
      name,
      fc.array(fc.tuple(name, fc.jsonValue()), { maxLength: 6 }),
      fc.nat(),
      fc.boolean(),
      (word, others, at, escaped) => {
        const members = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
        members.splice(at % (members.length + 1), 0, `${JSON.stringify(word)} : 1`)
        members.splice((at * 7) % (members.length + 1), 0, `${spellings(word)[escaped ? 1 : 0]}\n:\t2`)
        expect(readObject(`{${members.join(',')}}`).duplicates.has(word)).toBe(true)
      },
    ),
  )
})

test('a name within a value is no name of the object, and colons, braces and quotes in texts are texts', () => {
  const { fields, duplicates } = readObject(
    String.raw`{"a":{"a":1,"b":2},"b":["a:","{\"a\":1}"],"c":"\\","d":"\"a\":"}`,
  )
  expect([...fields.keys()]).toEqual(['a', 'b', 'c', 'd'])
  expect(duplicates.size).toBe(0)
})

// proves: threat-unasked-fields
test('__proto__ and its like are names like others and touch no prototype', () => {
  const { fields } = readObject('{"__proto__":{"polluted":true},"constructor":1,"toString":2}')
  expect([...fields.keys()]).toEqual(['__proto__', 'constructor', 'toString'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(readObject('{"a":1}').fields.get('__proto__')).toBeUndefined()
  expect([...readObject('{"__proto__":1,"__proto__":2}').duplicates]).toEqual(['__proto__'])
})

test('halves of surrogate pairs and NUL pass as text, for rooms to judge', () => {
  expect(readObject(String.raw`{"a":"\ud800","b":"\u0000"}`).fields).toEqual(
    new Map([
      ['a', '\ud800'],
      ['b', '\0'],
    ]),
  )
})

describe('is no JSON object', () => {
  test.each([
    '',
    ' ',
    '{',
    '}',
    '{"a":1',
    '{"a":1}}',
    '{"a":1} {}',
    "{'a':1}",
    '{a:1}',
    '{"a":1,}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":undefined}',
    '{"a":"\n"}',
    '// x\n{}',
    '{"a":1}\0',
    '\ufeff{"a":1}',
    'a=1',
  ])('%j', (text) => {
    expect(read(text)).toEqual({ ok: false, refusal: 'not-json' })
  })

  test.each(['null', '1', '"x"', 'true', '[]', '[{"a":1}]'])('%s', (text) => {
    expect(read(text)).toEqual({ ok: false, refusal: 'not-an-object' })
  })

  test.each([
    ['not UTF-8', [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]],
    ['UTF-16', [...Buffer.from('{"a":1}', 'utf16le')]],
    ['a surrogate half in bytes', [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
    ['an overlong encoding', [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]],
  ])('bytes that are %s', (_name, bytes) => {
    expect(read(Buffer.from(bytes)).ok).toBe(false)
  })
})

// proves: threat-malformed-input
test('never throws, whatever bytes come', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(typeof read(Buffer.from(bytes)).ok).toBe('boolean')
    }),
    { numRuns: 1000 },
  )
})

test('the deepest and longest that fit in a body are read', () => {
  expect(read(`{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`).ok).toBe(true)
  expect(read(`{"a":"${'\\"'.repeat(8000)}"}`).ok).toBe(true)
  expect(read(`${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`).ok).toBe(true)
})
