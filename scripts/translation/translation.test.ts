import { expect, test } from 'vitest'
import { LANGUAGES } from '../../packages/identity/src/platform/languages.ts'
import { filesBelow } from '../checks/lib/source-files.ts'
import { tableOf, takeBack } from './language.ts'
import { readTable, tableText } from './table.ts'

const REAL = filesBelow(['packages/identity/src'], (path) => /\/words\/.+\.ts$/.test(path))

const GERMAN = `import { html } from '../../html.ts'

const days = plural('de', { one: '#\\u00a0Tag', other: '#\\u00a0Tage' })

/** Wishes, in German. */
export const de: WishWords = {
  title: 'Ihr Wunsch',
  effects: ['Eins', "Zwei's"],
  lead: (count: number) => (count === 1 ? 'Ein Tag' : \`Nach \${days(count)}.\`),
  sent: (name: Html, at: Html) => html\`Von \${name} am \${at}\`,
  nested: (is: boolean) => \`Das \${is ? \`ist \${'gut'}\` : 'geht'}\`,
  kind: (of: string) => (of === 'new' ? 'neu' : of['old']),
}
`
const FILES = [
  { path: 'packages/identity/src/wishes/words/de.ts', text: GERMAN },
  { path: 'packages/identity/src/wishes/words/en.ts', text: "export const en = { title: 'Your wish' }\n" },
  {
    path: 'packages/identity/src/mail/words/all.ts',
    text: "export const ALL = { en: { step: 'Go' }, de: { step: 'Los' }, 'zh-Hans': { step: '走' } }\n",
  },
]
const table = tableOf(FILES, 'de')
const edited = (key: string, text: string) => table.map((row) => (row.key === key ? { ...row, text } : row))

/** The German file after one text was edited. */
function germanWith(key: string, text: string): string | undefined {
  const taken = takeBack(FILES, 'de', edited(key, text))
  return taken.ok ? taken.files.map((file) => file.text).join('') : taken.faults.join('\n')
}

test('every text is in the table, in one line, with its values by name', () => {
  expect(table).toEqual([
    { key: 'wishes:days.one', english: '', text: '#\\u00a0Tag' },
    { key: 'wishes:days.other', english: '', text: '#\\u00a0Tage' },
    { key: 'wishes:title', english: 'Your wish', text: 'Ihr Wunsch' },
    { key: 'wishes:effects.1', english: '', text: 'Eins' },
    { key: 'wishes:effects.2', english: '', text: "Zwei's" },
    { key: 'wishes:lead#1', english: '', text: 'Ein Tag' },
    { key: 'wishes:lead#2', english: '', text: 'Nach {days(count)}.' },
    { key: 'wishes:sent', english: '', text: 'Von {name} am {at}' },
    { key: 'wishes:nested#1', english: '', text: 'Das {1}' },
    { key: 'wishes:nested#2', english: '', text: "ist {'gut'}" },
    { key: 'wishes:nested#3', english: '', text: 'gut' },
    { key: 'wishes:nested#4', english: '', text: 'geht' },
    { key: 'wishes:kind', english: '', text: 'neu' },
    { key: 'mail/all:step', english: 'Go', text: 'Los' },
  ])
})

test.each([
  ['wishes:title', "Ihr `Wunsch` \\\\ it's", "title: 'Ihr Wunsch'", "title: 'Ihr `Wunsch` \\\\ it\\'s'"],
  ['wishes:days.one', 'ein\\u00a0Tag', "'#\\u00a0Tag'", "'ein\\u00a0Tag'"],
  [
    'wishes:sent',
    'Am {at} von {name}: `\\{x\\}`',
    '`Von ${name} am ${at}`',
    '`Am ${at} von ${name}: \\`{x}\\``',
  ],
  [
    'wishes:nested#1',
    '{1} das',
    "`Das ${is ? `ist ${'gut'}` : 'geht'}`",
    "`${is ? `ist ${'gut'}` : 'geht'} das`",
  ],
  ['wishes:nested#3', 'prima', "${'gut'}", "${'prima'}"],
])('%s is edited alone, and the rest of the file stays', (key, text, before, after) => {
  expect(GERMAN).toContain(before)
  expect(germanWith(key, text)).toBe(GERMAN.replace(before, () => after))
})

test('a text and one inside it are edited together', () => {
  const rows = edited('wishes:nested#1', '{1}!').map((row) =>
    row.key === 'wishes:nested#4' ? { ...row, text: 'läuft' } : row,
  )
  const taken = takeBack(FILES, 'de', rows)
  expect(taken).toMatchObject({
    files: [
      { text: expect.stringContaining("nested: (is: boolean) => `${is ? `ist ${'gut'}` : 'läuft'}!`") },
    ],
  })
})

test('a text in a file with all languages is edited in its own', () => {
  expect(germanWith('mail/all:step', 'Auf')).toBe(
    "export const ALL = { en: { step: 'Go' }, de: { step: 'Auf' }, 'zh-Hans': { step: '走' } }\n",
  )
})

test('a table with a missing, an unknown, a repeated or an empty row, or with other values, changes nothing', () => {
  const [first, ...others] = edited('wishes:sent', 'Von {name} am {name}')
  const rows = [...others.with(1, { ...others[1]!, text: '' }), { key: 'wishes:none', text: 'x' }, others[0]!]
  expect(first?.key).toBe('wishes:days.one')
  expect(takeBack(FILES, 'de', rows)).toEqual({
    ok: false,
    faults: [
      'missing: wishes:days.one',
      'unknown: wishes:none',
      'twice: wishes:days.other',
      'empty: wishes:title',
      'other values in braces than Von {name} am {at}: wishes:sent',
    ],
  })
})

test.each(LANGUAGES.map((tag) => tag.slice(0, 2)))(
  'the real table of %s comes back as it is, also from a spreadsheet, and has an English text in nearly every row',
  (language) => {
    const rows = tableOf(REAL, language)
    expect(rows.length).toBeGreaterThan(400)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    expect(rows.filter(({ english }) => english !== '').length / rows.length).toBeGreaterThan(0.9)
    const text = tableText(language, rows)
    const quoted = text
      .split('\n')
      .map((line) => line.replaceAll('"', '""').replace(/[^\t]+$/, '"$&"'))
      .join('\r\n')
    for (const one of [text, quoted])
      expect(takeBack(REAL, language, readTable(one))).toEqual({ ok: true, files: [] })
  },
)

test.each(LANGUAGES.map((tag) => tag.slice(0, 2)))(
  'every real text of %s is read as it was written',
  (language) => {
    const rows = tableOf(REAL, language).map((row) => ({ ...row, text: `'${row.text}\\u00a0\`` }))
    const taken = takeBack(REAL, language, rows)
    const edited = new Map(taken.ok ? taken.files.map((file) => [file.path, file]) : [])
    const after = tableOf(
      REAL.map((file) => edited.get(file.path) ?? file),
      language,
    )
    expect(after.map(({ key, text }) => ({ key, text }))).toEqual(
      rows.map(({ key, text }) => ({ key, text })),
    )
  },
)
