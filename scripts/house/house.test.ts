import { existsSync, globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { casts, uncheckedRows } from './casts-and-rows.ts'
import { linesOfPackages } from './lines.ts'
import { isGood } from './measure.ts'
import { hardNames } from './names.ts'
import { exportsWithTests } from './public-api.ts'
import { roomsThatStay } from './removable-rooms.ts'
import { statementsToldTwice } from './told-twice.ts'

const file = (text: string, path = 'packages/a/src/x.ts') => [{ path, text }]

describe('a name that needs an explanation', () => {
  const WORDS = [
    { word: 'desk', where: 'anywhere', instead: 'endpoint' },
    { word: 'take', where: 'whole', instead: 'spend' },
    { word: 'hold-proven', where: 'anywhere', instead: 'lock' },
  ] as const
  test.each([
    'desk',
    'token-desk',
    'createTokenDesk',
    'DESK_NAME',
    'take',
    'Take',
    'TAKE',
    'holdProven',
    'hold-proven-row',
  ])('%s', (name) => expect(hardNames([name], WORDS)).toHaveLength(1))
  test.each(['desktop', 'takeFolder', 'intake', 'proven', 'holder', 'index'])('but not %s', (name) => {
    expect(hardNames([name], WORDS)).toEqual([])
  })
  test('is told with what to say instead', () => {
    expect(hardNames(['TokenDesk', 'Token'], WORDS)).toEqual(['TokenDesk (endpoint)'])
  })
})

describe('casts', () => {
  test.each([
    ['a type', 'const a = b as Type'],
    ['unknown', 'const a = b as unknown'],
    ['a type that only contains const', 'const a = [] as Const[]'],
  ])('%s is one', (_name, text) => expect(casts(file(text)).now).toBe(1))
  test('two in a row are two', () => expect(casts(file('const a = b as unknown as Type')).now).toBe(2))
  test.each([
    ['as const', 'const a = [1] as const'],
    ['satisfies', 'const a = b satisfies Type'],
    ['a renamed import', "import { a as b } from './c.ts'"],
    ['SQL', 'db.query`select a as b from c`'],
  ])('%s is none', (_name, text) => expect(casts(file(text)).now).toBe(0))
})

describe('unchecked rows', () => {
  const inChecked = (text: string) => uncheckedRows(file(text), ['packages/a/src']).now
  test('are those with a type, however they are asked for', () => {
    const text =
      'db.query<Row>`x`; tx<Row[]>`x`; pool.query<Row>(`x`); rowsOf<Row>(pool, `x`); db.query`x`; f<Row>(x)'
    expect(uncheckedRows(file(text), []).now).toBe(4)
  })
  test('are none where PostgreSQL describes them in a test', () => {
    expect(inChecked('db.query<Row>`x`; rowsOf<Row>(pool, `x`)')).toBe(0)
    expect(uncheckedRows(file('db.query<Row>`x`', 'packages/ab/src/x.ts'), ['packages/a']).now).toBe(1)
  })
  test('are still there under a tag that this test does not read', () => {
    expect(inChecked('tx<Row[]>`x`')).toBe(1)
  })
})

test('an export counts as tested where a type test imports it from the very entry, under whichever name', () => {
  const files = [
    { path: 'src/index.ts', text: "export { a, type B as C } from './inner.ts'\nexport * from './more.ts'" },
    { path: 'src/inner.ts', text: 'export const a = 1; export interface B {}; export const hidden = 1' },
    { path: 'src/more.ts', text: 'export type D = 1; export function e() {}' },
    { path: 'src/other.ts', text: "export { a } from './inner.ts'" },
    { path: 'src/x.test-d.ts', text: "import { a as b, type C } from 'p'\nimport { hidden } from 'q'" },
    { path: 'src/x.test.ts', text: "import { e } from 'p'" },
  ]
  const entries = [
    { name: 'p', path: 'src/index.ts' },
    { name: 'p/other', path: 'src/other.ts' },
  ]
  const found = exportsWithTests(files, entries).map(({ name, isTested }) => `${name}: ${isTested}`)
  expect(found.toSorted()).toEqual([
    'C of p: true',
    'D of p: false',
    'a of p/other: false',
    'a of p: true',
    'e of p: false',
  ])
  expect(() => exportsWithTests(files, [{ name: 'p', path: 'src/gone.ts' }])).toThrow('exports nothing')
})

test('fewer is better, and more where a share is measured', () => {
  const one = { name: 'x', wanted: 5, found: [] }
  expect([4, 5, 6].map((now) => isGood({ ...one, now }))).toEqual([true, true, false])
  expect([4, 5, 6].map((now) => isGood({ ...one, now, isShare: true }))).toEqual([false, true, true])
})

test('the lines and casts of the real sources are found', () => {
  expect(casts().now).toBeGreaterThan(5)
  expect(linesOfPackages().at(-1)).toMatch(/^together: \d{5,}$/)
})

describe('a statement is told twice', () => {
  const told = (...texts: readonly string[]) => {
    const statements = texts.map((text, line) => ({
      file: `src/${line}.ts`,
      line,
      uses: [{ table: 'links', use: 'reads' as const }],
      texts: [text],
    }))
    return statementsToldTwice(statements, [{ files: ['src/0.ts', 'src/2.ts'], because: 'a test' }]).found
  }
  test('whatever its layout, its constants and the names of its columns', () => {
    expect(
      told("select a as x from links where kind = 'one'", "select a\n from links where kind = 'two'"),
    ).toEqual(['src/0.ts:0 = src/1.ts:1'])
  })
  test('in the schema of a program and under its names', () => {
    expect(told('delete from sso.links where a = $1', 'delete from sso_links where a = $1')).toHaveLength(1)
  })
  test('but not with another condition, and not where the places are allowed to', () => {
    expect(told('select a from links', 'select a from links where b', 'select a from links')).toEqual([])
  })
})

test('a room that no test takes away is named', () => {
  expect(roomsThatStay("['closing', 'passkeys']").found).toContain('activity')
  expect(roomsThatStay("['closing', 'passkeys']").found).not.toContain('closing')
})

// The build makes `page.js` of `page.ts`, and puts the scripts of pages into the same folders.
test('no script of a page has the name of a module, whose built file it would replace', () => {
  const scripts = globSync('packages/*/src/**/*.js', { exclude: ['**/node_modules/**'] })
  expect(scripts.length).toBeGreaterThan(2)
  expect(scripts.filter((path) => existsSync(path.replace(/\.js$/, '.ts')))).toEqual([])
})
