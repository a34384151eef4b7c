import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { helpOn, helpOnAll } from './help.ts'
import { definitions, layOut, wrapped } from './lay-out.ts'
import { manCommand } from './man-page.ts'
import { formatOf } from './terminal.ts'

const SHEET = {
  headings: ['NAME', 'WHERE IT IS'],
  rows: [
    ['Permits', 'https://permits.example.org'],
    ['Parks', ''],
  ],
}

const ESCAPE = '\u001b'

// proves: command-fits-the-terminal
test('a table has columns where they fit, and in a file whatever its width', () => {
  const wide = ['NAME     WHERE IT IS', 'Permits  https://permits.example.org', 'Parks']
  expect(layOut([SHEET])).toEqual(wide)
  expect(layOut([SHEET], { columns: 36 })).toEqual(wide)
})

// proves: command-fits-the-terminal
test.each([undefined, 8])('heads are capitals, whatever their list has, with %s columns', (columns) => {
  const headings = ['Last used', 'eNDS']
  expect(layOut([{ headings, rows: [['a', 'b']] }], { columns })).toEqual(
    columns === undefined ? ['LAST USED  ENDS', 'a          b'] : ['LAST USED  a', 'ENDS       b'],
  )
})

// proves: command-fits-the-terminal
test('one that is a character too wide is a block for each row, and nothing is cut off', () => {
  expect(layOut(['Before', SHEET], { columns: 35 })).toEqual([
    ...['Before', 'NAME         Permits', 'WHERE IT IS  https://permits.example.org', ''],
    ...['NAME         Parks', 'WHERE IT IS'],
  ])
})

// proves: command-fits-the-terminal
test('colours are on a terminal alone, and around our own words: stored text controls nothing', () => {
  const harmful = { headings: ['NAME'], rows: [[`${ESCAPE}[31mAna`]] }
  const lines = [harmful, { sign: '✗', says: `${ESCAPE}[2J` }] as const
  expect(layOut(lines)).toEqual(['NAME', '?[31mAna', '✗ ?[2J'])
  const coloured = layOut(lines, { isColoured: true })
  expect(coloured).toEqual([`${ESCAPE}[1mNAME${ESCAPE}[22m`, '?[31mAna', `${ESCAPE}[31m✗${ESCAPE}[39m ?[2J`])
})

// proves: command-fits-the-terminal
test.each([
  [
    'a terminal with colours',
    { isTTY: true, columns: 80, hasColors: () => true },
    { columns: 80, isColoured: true },
  ],
  [
    'NO_COLOR, or one without',
    { isTTY: true, columns: 80, hasColors: () => false },
    { columns: 80, isColoured: false },
  ],
  [
    'one that does not know its width',
    { isTTY: true, columns: 0, hasColors: () => false },
    { columns: undefined, isColoured: false },
  ],
  ['a file', { isTTY: false, columns: 80, hasColors: () => true }, {}],
])('%s', (_, stream, format) => {
  expect(formatOf(stream)).toEqual(format)
})

test.each([80, 200])('the help of every command fits %i columns', (columns) => {
  const lines = [...helpOnAll(COMMANDS, { columns }), ...COMMANDS.flatMap((one) => helpOn(one, { columns }))]
  expect(lines.filter((line) => [...line].length > columns)).toEqual([])
})

test('a meaning has a line of its own where the terminal is narrow, and a long word is not cut', () => {
  const pairs = [['--home URL', 'The page that citizens go back to']] as const
  expect(definitions(pairs, {})).toEqual(['  --home URL  The page that citizens go back to'])
  expect(definitions(pairs, { columns: 30 })).toEqual([
    ...['  --home URL', '      The page that citizens', '      go back to'],
  ])
  expect(wrapped('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b'])
})

// proves: command-man-page
test('the manual page has every command with each of its options, and no line that troff would take for a request', () => {
  const lines = manCommand(COMMANDS).lines.map(String)
  for (const { words, options } of COMMANDS) {
    expect(lines).toContain(`.B portico ${words}`.replaceAll('-', '\\-'))
    for (const name of Object.keys(options))
      expect(
        lines.some((line) => /^\.BI? /.test(line) && line.includes(`--${name}`.replaceAll('-', '\\-'))),
      ).toBe(true)
  }
  expect(lines.join('\n')).toContain('portico schema COMMAND prints the JSON Schema')
  const requests = new Set(lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0]))
  expect([...requests].sort()).toEqual(['.B', '.BI', '.I', '.PP', '.SH', '.SS', '.TH', '.TP', '.\\"'].sort())
  // A hyphen that is no `\\-` may be printed as another character, which nobody can copy into a shell.
  expect(lines.filter((line) => /(?<!\\)-/.test(line) && !line.startsWith('.TH'))).toEqual([])
  expect(lines.filter((line) => /[^\x20-\x7e]/.test(line))).toEqual([])
})
