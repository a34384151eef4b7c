import { expect, test } from 'vitest'
import { BackupTrouble } from './backup-trouble.ts'
import { type CopyColumn, copyTextOf } from './copy-text.ts'

const COLUMNS: readonly CopyColumn[] = [
  { name: 'id', keeps: 'text' },
  { name: 'facts', keeps: 'json' },
  { name: 'list', keeps: 'array' },
]

/** The text of COPY for a file that is read in pieces of this many bytes. */
async function textOf(lines: string, bytes: number, columns = COLUMNS): Promise<string> {
  async function* pieces(): AsyncIterable<Buffer> {
    const all = Buffer.from(lines)
    // As where a file is read, there is one buffer, which has the next piece soon.
    const buffer = Buffer.alloc(bytes)
    for (let at = 0; at < all.length; at += bytes)
      yield buffer.subarray(0, all.copy(buffer, 0, at, at + bytes))
  }
  let made = ''
  // A text is sent while the next one is made, so it has to stay as it is until then.
  let sent: Buffer = Buffer.alloc(0)
  let asSent = ''
  for await (const text of copyTextOf({ table: 'papers', columns }, pieces())) {
    expect(sent.toString('latin1')).toBe(asSent)
    sent = text
    asSent = text.toString('latin1')
    made += asSent
  }
  return Buffer.from(made, 'latin1').toString()
}

const line = (id: string, facts = 'null', list = 'null') => `{"id":${id},"facts":${facts},"list":${list}}\n`

test.each([
  ['a number, as exact as it is', line('12345678901234567890.10'), String.raw`12345678901234567890.10|\N|\N`],
  ['truth', line('true'), String.raw`true|\N|\N`],
  ['nothing', line('null'), String.raw`\N|\N|\N`],
  ['no words', line('""'), String.raw`|\N|\N`],
  ['the word null', line('"null"'), String.raw`null|\N|\N`],
  ['what means nothing to COPY', line(String.raw`"\\N"`), String.raw`\\N|\N|\N`],
  ['what ends a COPY', line(String.raw`"\\."`), String.raw`\\.|\N|\N`],
  ['escapes', line(String.raw`"a\"b\\c\nd\te\/f"`), String.raw`a\"b\\c\nd\te\/f|\N|\N`],
  [
    'a character by its number',
    line(String.raw`"\u0001\u00e9\ud83d\ude00\u005c\u000a"`),
    `\u0001é😀\\\\\\n|\\N|\\N`,
  ],
  ['a backslash before a u', line(String.raw`"\\u0041"`), String.raw`\\u0041|\N|\N`],
  ['every other character', line('"ü 😀 \u2028 , } ] :"'), `ü 😀 \u2028 , } ] :|\\N|\\N`],
  ['bytes', line(String.raw`"\\x00ff"`), String.raw`\\x00ff|\N|\N`],
  [
    'a document',
    line('1', String.raw`{"a": "}\"]", "b": [1.50, {"c": "\\u\n"}]}`),
    String.raw`1|{"a": "}\\"]", "b": [1.50, {"c": "\\\\u\\n"}]}|\N`,
  ],
  ['a document that is words', line('1', '"x"'), String.raw`1|"x"|\N`],
  [
    'a list',
    line('1', '{}', String.raw`["a,b","c\"d\\",null,"","ü"]`),
    String.raw`1|{}|{"a,b","c\\"d\\\\",NULL,"","ü"}`,
  ],
  ['an empty list', line('1', '{}', '[]'), '1|{}|{}'],
])('%s is what it was', async (_, lines, expected) => {
  const row = expected.replaceAll('|', '\t')
  for (const bytes of [1, 2, 7, 4096])
    expect((await textOf(lines + lines, bytes)).split('\n')).toEqual([row, row, ''])
})

test.each([
  ['is empty', '\n'],
  ['is no object', '[1]\n'],
  ['is cut short', '{"id":1,"facts":{\n'],
  ['ends in a word', '{"id":"a\n'],
  ['lacks a column', '{"id":1,"list":[]}\n'],
  ['has columns in another order', '{"facts":1,"id":1,"list":[]}\n'],
  ['has a column more', '{"id":1,"facts":{},"list":[],"more":1}\n'],
  ['has a space before a value', '{"id": 1,"facts":{},"list":[]}\n'],
  ['has a space at its end', '{"id":1,"facts":{},"list":[] }\n'],
  ['lacks a value', '{"id":,"facts":{},"list":[]}\n'],
  ['has another object behind it', '{"id":1,"facts":{},"list":[]}{}\n'],
])('a line that %s is refused, with its number', async (_, lines) => {
  const whole = line('1', '{}', '[]')
  for (const bytes of [1, 4096]) {
    const making = textOf(whole + whole + lines + whole, bytes)
    await expect(making).rejects.toThrow(BackupTrouble)
    await expect(making).rejects.toThrow('Line 3 of papers is no row')
  }
})

test('a last line without its end is no row', async () => {
  await expect(textOf(line('1') + line('2').trimEnd(), 4096)).rejects.toThrow('Line 2 of papers is no row')
})

test('numbers of a column are changed, and no others', async () => {
  const seen: number[] = []
  const change = (value: number) => seen.push(value) + 40
  const columns: readonly CopyColumn[] = [
    { name: 'a', keeps: 'text' },
    { name: 'b', keeps: 'text', change },
  ]
  expect(await textOf('{"a":1,"b":2}\n{"a":"x","b":30}\n', 5, columns)).toBe('1\t41\nx\t42\n')
  expect(seen).toEqual([2, 30])
})

test('the memory that it holds is that of a few chunks, however many rows there are', async () => {
  let given = 0
  async function* many(): AsyncIterable<Buffer> {
    const chunk = Buffer.from(line('1', '{}', '[]').repeat(100))
    for (; given < 1_000; given += 1) yield chunk
  }
  const buffers = new Set<ArrayBufferLike>()
  for await (const text of copyTextOf({ table: 'papers', columns: COLUMNS }, many())) buffers.add(text.buffer)
  expect(given).toBe(1_000)
  expect(buffers.size).toBeLessThanOrEqual(2)
})
