import { describe, expect, test } from 'vitest'
import { IDENTITY } from '../../../plan.ts'
import { filesBelow } from './source-files.ts'
import { readStatements } from './statements.ts'

/** Reads sources whose file names do not matter; `schema` stands for `sso`. */
function read(...texts: readonly string[]) {
  const files = texts.map((text, index) => ({ path: `src/${'abc'[index]}.ts`, text }))
  return readStatements(files, (_file, name) => (name === 'schema' ? 'sso' : undefined))
}

/** The tables of each statement, where all could be read. */
function tablesOf(...texts: readonly string[]) {
  const { statements, unread } = read(...texts)
  expect(unread).toEqual([])
  return statements.map(({ uses }) => uses.map(({ table, use }) => `${use} ${table}`))
}

const unreadOf = (...texts: readonly string[]) => read(...texts).unread.map(({ why }) => why)

describe('a statement is found', () => {
  test('in a tagged template, whose holes are parameters', () => {
    const source = 'await db.query<Row>`select ${a}::int, ${f(b)} from a where id = ${c}`'
    expect(tablesOf(source)).toEqual([['reads a']])
  })
  test('under whichever tag', () => {
    expect(tablesOf('await session`delete from a`; await tx`select 1 from b`')).toEqual([
      ['writes a'],
      ['reads b'],
    ])
  })
  test('in the function that deletes from the table that its caller names', () => {
    expect(
      tablesOf(
        `const END = { table: 'b', overAt: 'x' }; purgeExpired({ table: 'a' }); purgeExpired({ ...END })`,
      ),
    ).toEqual([['writes a'], ['writes b']])
    expect(unreadOf('purgeExpired({ table: which() })')).toHaveLength(1)
  })
  test("where the driver's own tag makes a name of a hole", () => {
    const source =
      "const t = 'a'; const names = tx(['x', 'y']); tx`insert into ${tx(t)} (${names}) values (${1}, ${2})`"
    expect(tablesOf(source)).toEqual([['writes a']])
  })
  test('in a text that is asked with, in parts too', () => {
    const source = `
      const COLUMNS = 'id, ' + "x"
      function found(rest: string) { return db.query(\`select \${COLUMNS} from \${schema}.a \${rest}\`, [1]) }
      found('where id = $1'); found(flag ? '' : 'for update')`
    const { statements, unread } = read(source)
    expect(unread).toEqual([])
    expect(statements.flatMap(({ uses }) => uses)).toEqual([
      { table: 'sso.a', use: 'reads' },
      { table: 'sso.a', use: 'reads' },
      { table: 'sso.a', use: 'reads' },
      { table: 'sso.a', use: 'locks', lock: 'for update' },
    ])
  })
  test('in a part that another file makes, from what every caller hands in', () => {
    const part =
      'export function listed({ from, at }: { from: string; at: string }) { return `insert into l select ${at} from ${from}` }'
    const end =
      "import { listed } from './a.ts'\nexport const end = (db: Db, { where }: { where: string }) => db.query(`with old as (select 1 from s where ${where}), new as (${listed({ from: 'old', at: '$1' })}) delete from s`)"
    const callers =
      "import { end } from './b.ts'\nconst which = { where: 'x' }\nend(db, { ...which, now })\nend(db, { where: 'exists (select 1 from t)' })"
    expect(tablesOf(part, end, callers)).toEqual([
      ['reads s', 'writes l', 'writes s', 'reads s', 'reads t', 'writes l', 'writes s'],
    ])
  })
  test('in a list that is joined', () => {
    const source =
      "db.query('select ' + ['x', 'y'].map((c) => `a.${c}`).concat('(select 1 from b)').join(', ') + ' from a')"
    expect(tablesOf(source)).toEqual([['reads b', 'reads a']])
  })
  test('in a text whose parts are replaced', () => {
    expect(tablesOf("const s = 'select 1 from $t'; db.query(s.replaceAll('$t', 'a'))")).toEqual([['reads a']])
  })
  test('but a query of an address, or a template of a page, is none', () => {
    expect(tablesOf('const page = html`<p>${x}</p>`; const q = http.query()')).toEqual([])
  })
})

describe('what cannot be read is told, with its place', () => {
  test('SQL with a fault', () => {
    const { unread } = read('\n\ndb.query`selec 1`')
    expect(unread).toEqual([{ file: 'src/a.ts', line: 3, why: 'syntax error at or near "selec"' }])
  })
  test.each([
    ['a text that comes from elsewhere', 'db.query(read())', /not a function of ours/],
    [
      'a parameter of a function that nobody calls',
      'export function f(t: string) { db.query(t) }',
      /callers/,
    ],
    [
      'a parameter of a function that is handed on as a value too',
      "function f(t: string) { db.query(t) }\nf('select 1'); list.map(f)",
      /callers/,
    ],
    ['a parameter of a method', 'const o = { f(t: string) { db.query(t) } }', /parameter of a method/],
    ['a parameter that a caller leaves out', 'function f(t?: string) { db.query(t) }\nf()', /nothing/],
    ['a variable that may change', "let t = 'select 1'; t = other; db.query(t)", /only running code/],
    ['an element of a list', "for (const t of ['select 1']) db.query(t)", /only running code/],
    ['a property of what is read', 'db.query(row.text)', /only running code/],
    ['a property that no literal has', 'const o = { a: 1 }; db.query(o.text)', /only running code/],
    ['a default', "db.query(given ?? 'select 1')", /operator/],
    ['a function that returns nothing', 'function f() {}\ndb.query(f())', /only running code/],
    ['a method of a text', "db.query('SELECT 1'.toLowerCase())", /call/],
    ['a list of which running code knows the length', "db.query(rows.map((r) => 'x').join())", /list/],
    ['a name of a hole', 'tx`select 1 from ${tx(table)}`', /only running code/],
    ['a statement as an object', "pool.query({ text: 'select 1' })", /not a text/],
  ])('%s', (_name, source, why) => {
    expect(unreadOf(source)).toEqual([expect.stringMatching(why)])
  })
  test.each([
    ['select', "const s = 'select x from a'"],
    ['insert', "const s = `insert into a values (${'x'})`"],
    ['update', "const s = 'update a set x = 1'"],
    ['delete', 'const s = "delete from a"'],
    ['with', "const s = 'with x as (select 1) select 1 from x'"],
    ['create table', "const s = 'create table a (x int)'"],
  ])('SQL that nothing sends: %s', (_name, source) => {
    expect(unreadOf(source)).toEqual(['SQL that nothing sends'])
  })
  test('but not the message Execute of the protocol', () => {
    expect(unreadOf("connection.execute({ portal: '', rows: '0' })")).toEqual([])
  })
  test('but not prose that begins with the same word', () => {
    expect(
      unreadOf("const w = ['Create your account', 'Select a language', 'update @portico/program']"),
    ).toEqual([])
  })
})

test('every file of the service that names a table in SQL has statements that were read', () => {
  const files = filesBelow(
    ['packages/identity/src'],
    // The migrations are no statements of the running service: the schema is compared with what they make.
    (path) => /(?<!\.(test|test-d|fixture)|src\/migrations)\.ts$/.test(path),
  )
  const { statements } = readStatements(files, () => 'x')
  const read = new Set(statements.map(({ file }) => file))
  const passesOn = Object.keys(IDENTITY.passesOn).map((path) => `${IDENTITY.src}/${path}`)
  const own = files.filter(({ path }) => !passesOn.includes(path))
  const withSql = own.filter(({ text }) => /\b(insert into|delete from|select .* from) [a-z_]+/.test(text))
  const unread = withSql.map(({ path }) => path).filter((path) => !read.has(path))
  expect(withSql.length).toBeGreaterThan(20)
  expect(unread).toEqual([])
})
