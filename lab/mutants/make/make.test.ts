import { existsSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { readStatements } from '../../../scripts/checks/lib/statements.ts'
import { excusesIn, idleExcuses } from './excuses.ts'
import { guardMutants } from './guard-mutants.ts'
import { GUARDED_FILES } from './guarded-files.ts'
import { applyTo, fits, type Mutant } from './mutant.ts'
import { mutantsOfLiteral } from './statement-mutants.ts'

const FILE = 'src/room/store.ts'

function mutantsIn(source: string): readonly Mutant[] {
  return readStatements([{ path: FILE, text: source }], () => undefined).literals.flatMap(mutantsOfLiteral)
}

/** The statements that are made of one. */
function madeOf(sql: string): readonly string[] {
  const source = `async function act(db) { await db.query\`${sql}\` }`
  const texts = mutantsIn(source).map(({ change }) => applyTo(source, change))
  return texts.map((text) => text.slice(text.indexOf('`') + 1, text.lastIndexOf('`')))
}

describe('a condition', () => {
  test('of several that must hold becomes true, and the others stay', () => {
    expect(madeOf('select 1 from t where a = ${x} and b is null and c > ${y}')).toEqual([
      'select 1 from t where (a = ${x} or true) and b is null and c > ${y}',
      'select 1 from t where a = ${x} and (b is null or true) and c > ${y}',
      'select 1 from t where a = ${x} and b is null and (c > ${y} or true)',
    ])
  })

  test('of several of which one must hold becomes false; all together become true', () => {
    expect(madeOf('delete from t where a = 1 or b = 2 returning 1')).toEqual([
      'delete from t where (a = 1 or b = 2 or true) returning 1',
      'delete from t where (a = 1 and false) or b = 2 returning 1',
      'delete from t where a = 1 or (b = 2 and false) returning 1',
    ])
  })

  test('in parentheses is left out as a whole and in parts', () => {
    expect(madeOf('select 1 from t where a = 1 and (b = 2 or c = 3 and d = 4)')).toEqual([
      'select 1 from t where (a = 1 or true) and (b = 2 or c = 3 and d = 4)',
      'select 1 from t where a = 1 and ((b = 2 or c = 3 and d = 4) or true)',
      'select 1 from t where a = 1 and ((b = 2 and false) or c = 3 and d = 4)',
      'select 1 from t where a = 1 and (b = 2 or (c = 3 and d = 4 and false))',
      'select 1 from t where a = 1 and (b = 2 or (c = 3 or true) and d = 4)',
      'select 1 from t where a = 1 and (b = 2 or c = 3 and (d = 4 or true))',
    ])
  })

  test('is one although it has "between … and" or "case … and … end"', () => {
    expect(madeOf('select 1 from t where a between 1 and 2 and case when b and c then d end')).toEqual([
      'select 1 from t where (a between 1 and 2 or true) and case when b and c then d end',
      'select 1 from t where a between 1 and 2 and (case when b and c then d end or true)',
      'select 1 from t where a between 1 and 2 and case when (b or true) and c then d end',
      'select 1 from t where a between 1 and 2 and case when b and (c or true) then d end',
    ])
  })

  test.each([
    ['a join', 'select 1 from t join u on t.a = u.a join v on true', 1],
    ['a group', 'select count(*) from t group by a having count(*) > 1', 1],
    ['a filter', 'select count(*) filter (where a is null) from t', 1],
    [
      'a case that asks',
      'select case when a then 1 when case b when 1 then c end < 2 then 3 else 4 end from t',
      2,
    ],
    ['a select inside', 'select 1 from t where exists (select 1 from u where u.a = t.a)', 2],
    ['a part of a with', 'with w as (delete from t where a = 1 returning b) select b from w where b > 2', 2],
  ])('is found in %s', (_name, sql, count) => {
    expect(madeOf(sql)).toHaveLength(count)
  })

  test('is not found where "on" says something else, in a case of values, and in the shape of a table', () => {
    expect(madeOf('select case a when 1 then b when 2 then c end from t')).toEqual([])
    expect(madeOf('select distinct on (a) a from t')).toEqual([])
    expect(madeOf('create table t (a int references u on delete cascade)')).toEqual([])
  })

  test('is found in a text that another one contains, by the name "where" or by its first word', () => {
    const named =
      'const which = { where: `id = $3 for update` }\nconst all = `select 1 from t where ${which.where}`\ndb.query(all)'
    expect(mutantsIn(named).map(({ kind, what }) => `${kind} ${what}`)).toEqual([
      'condition id = $3',
      'lock for update',
    ])
    const continued = 'const open = ` and ended_at is null`\ndb.query(`select 1 from t where a = $1${open}`)'
    expect(mutantsIn(continued).map(({ what }) => what)).toEqual(['a = $1', 'ended_at is null'])
  })
})

test('a lock is left out, and so is what it does instead of waiting', () => {
  expect(madeOf('select a from t where true order by a limit 1 for no key update of t skip locked')).toEqual([
    'select a from t where true order by a limit 1 ',
    'select a from t where true order by a limit 1 for no key update of t ',
  ])
})

test('what happens on a conflict is left out; the condition that names its index is none', () => {
  expect(
    madeOf(
      'insert into t (a) values (${a}) on conflict (a) where b do update set c = 1 where t.d = ${d} returning a',
    ),
  ).toEqual([
    'insert into t (a) values (${a}) on conflict (a) where b do update set c = 1 where (t.d = ${d} or true) returning a',
    'insert into t (a) values (${a})  returning a',
  ])
})

test('a part stays where it alone names a parameter that the source numbers', () => {
  const kinds = (sql: string) => mutantsIn(`db.query(\`${sql}\`, values)`).map(({ kind }) => kind)
  expect(kinds('insert into t (a) values ($1) on conflict (a) do update set b = $2')).toEqual([])
  expect(kinds('insert into t (a) values ($1) on conflict (a) do update set a = $1')).toEqual(['conflict'])
})

describe('a comment', () => {
  const source = (comment: string) => `const before = 1
/** Ends it. */
// ${comment}
async function act(db) { await db.query\`update t set b = 1 where a = 1 and b is null\` }`
  const excused = 'excused: "b is null" because the row was read under a lock'

  test('excuses what it names, with its reason, and nothing else', () => {
    expect(mutantsIn(source(excused)).map(({ what, excuse }) => [what, excuse])).toEqual([
      ['a = 1', undefined],
      ['b is null', 'the row was read under a lock'],
    ])
    expect(mutantsIn(source('"b is null" is excused')).every(({ excuse }) => excuse === undefined)).toBe(true)
    expect(excusesIn('// excused: "b is null"')).toEqual([])
  })

  test('that names nothing in its file is found', () => {
    expect(idleExcuses(source(excused), ['a = 1', 'b is null'])).toEqual([])
    expect(idleExcuses(source(excused), ['a = 1'])).toHaveLength(1)
  })
})

test('an early return is turned off, and its condition is still computed', () => {
  const source = `async function act(needs) {
  if (!(await spend(needs))) return 'spent'
  if (a) { throw new Error('b') }
  if (c) { note(c); return 'd' }
  if (e) return 'f'
  else return 'g'
}`
  const made = guardMutants(ts.createSourceFile(FILE, source, ts.ScriptTarget.Latest, true))
  expect(made.map(({ what, functions, line }) => [what, functions, line])).toEqual([
    ['!(await spend(needs))', ['act'], 2],
    ['a', ['act'], 3],
  ])
  const [first] = made
  expect(first && applyTo(source, first.change)).toContain(
    "if ((!(await spend(needs))) && false) return 'spent'",
  )
})

test('the use cases whose early returns are turned off are there', () => {
  const sources = new URL('../../../packages/identity/src/', import.meta.url)
  expect(GUARDED_FILES.filter((path) => !existsSync(new URL(path, sources)))).toEqual([])
})

test('a mutant fits its source, and none that was changed since', () => {
  const source = 'db.query`select 1 from t where a = 1`'
  const [made] = mutantsIn(source)
  expect(made && [fits(source, made), fits(`\n${source}`, made)]).toEqual([true, false])
})
