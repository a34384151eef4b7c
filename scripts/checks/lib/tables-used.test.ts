import { describe, expect, test } from 'vitest'
import { tablesUsed } from './tables-used.ts'

/** Each use as one line. */
const uses = (sql: string) =>
  tablesUsed(sql).map(({ table, use, lock }) => [use, table, lock].join(' ').trim())

describe('a table is written', () => {
  test.each([
    [
      'by insert … select, which reads its source',
      'insert into a (x) select x from b',
      ['writes a', 'reads b'],
    ],
    [
      'by insert … on conflict, whose condition may read another',
      'insert into a (x) values ($1) on conflict (x) do update set y = (select y from b)',
      ['writes a', 'reads b'],
    ],
    ['by update … from', 'update a set x = b.x from b where a.id = b.id', ['writes a', 'reads b']],
    ['by delete … using', 'delete from a using b where a.id = b.id', ['writes a', 'reads b']],
    [
      'by merge',
      'merge into a using b on a.id = b.id when matched then update set x = b.x when not matched then do nothing',
      ['writes a', 'reads b'],
    ],
    ['by truncate', 'truncate a, b', ['writes a', 'writes b']],
    ['by copy … from', 'copy a from stdin', ['writes a']],
    [
      'by a with query of a read',
      'with gone as (delete from a returning id), new as (insert into b select id from gone) select id from c',
      ['writes a', 'writes b', 'reads c'],
    ],
    [
      'although a with query has its name',
      'with a as (select 1 as id) insert into a select id from a',
      ['writes a'],
    ],
  ])('%s', (_name, sql, expected) => expect(uses(sql)).toEqual(expected))
})

describe('a table is read', () => {
  test.each([
    ['by a join', 'select 1 from a left join (b join c on true) on true', ['reads a', 'reads b', 'reads c']],
    ['by a subselect in a condition', 'select 1 where exists (select 1 from a)', ['reads a']],
    ['by a subselect in a value', 'update a set x = (select max(x) from b)', ['writes a', 'reads b']],
    ['by a lateral subselect', 'select 1 from a, lateral (select 1 from b) c', ['reads a', 'reads b']],
    ['by either side of union', 'select 1 from a union all select 2 from b', ['reads a', 'reads b']],
    ['by table …', 'insert into a table b', ['writes a', 'reads b']],
    ['by copy … to', 'copy a to stdout', ['reads a']],
    ['by explain', 'explain select 1 from a', ['reads a']],
    ['by a cursor', 'declare reading cursor for select 1 from a', ['reads a']],
    ['by a function that is told its name', "select pg_relation_size('a')", ['reads a']],
    ['by a cast of its name', "select 'a'::regclass", ['reads a']],
    ['in a schema of its own', 'select 1 from sso.a', ['reads sso.a']],
    ['in the schema public, whose name says nothing', 'select 1 from public.a', ['reads a']],
  ])('%s', (_name, sql, expected) => expect(uses(sql)).toEqual(expected))
})

describe('the name of a with query is no table', () => {
  test('in the statement and in the with queries after it', () => {
    expect(uses('with a as (select 1 from b), c as (select 1 from a) select 1 from a, c')).toEqual([
      'reads b',
    ])
  })
  test('but in the ones before it, and in itself, it is one', () => {
    expect(uses('with a as (select 1 from a) select 1 from a')).toEqual(['reads a'])
    expect(uses('with c as (select 1 from a), a as (select 1) select 1 from c')).toEqual(['reads a'])
  })
  test('in itself, where it is recursive', () => {
    expect(uses('with recursive a as (select 1 union select 2 from a) select 1 from a')).toEqual([])
  })
  test('with a schema before it, it is one', () => {
    expect(uses('with a as (select 1) select 1 from sso.a')).toEqual(['reads sso.a'])
  })
  test('and it holds in the subselects of its statement alone', () => {
    expect(uses('select 1 from (with a as (select 1) select 1 from a) x, a')).toEqual(['reads a'])
  })
})

describe('rows are locked', () => {
  test.each([['for update'], ['for no key update'], ['for share'], ['for key share']])('%s', (lock) => {
    expect(uses(`select 1 from a ${lock}`)).toEqual(['reads a', `locks a ${lock}`])
  })
  test('of the tables that `of` names, by alias too', () => {
    expect(uses('select 1 from a join b x on true join c on true for share of x for key share of c')).toEqual(
      ['reads a', 'reads b', 'reads c', 'locks b for share', 'locks c for key share'],
    )
  })
  test('of every table where `of` is missing, in subselects too', () => {
    expect(uses('select 1 from a, (select 1 from b) x for update')).toEqual([
      'reads a',
      'reads b',
      'locks a for update',
      'locks b for update',
    ])
  })
  test('in a subselect of a write', () => {
    expect(uses('delete from a where id in (select id from a for update skip locked)')).toEqual([
      'writes a',
      'reads a',
      'locks a for update',
    ])
  })
  test('but not of a with query', () => {
    expect(uses('with x as (select 1 from a) select 1 from x, b for update of b')).toEqual([
      'reads a',
      'reads b',
      'locks b for update',
    ])
  })
  test('or the whole table is', () => {
    expect(uses('lock table a in share mode')).toEqual(['locks a'])
  })
})

test('creating, altering and dropping a table changes its shape', () => {
  expect(
    uses('create table a (x int); alter table a add y int; create index i on a (x); drop table a'),
  ).toEqual(['shapes a'])
  expect(uses('comment on table a is null')).toEqual(['shapes a'])
  expect(uses('create temp table a as select 1 from b')).toEqual(['shapes a', 'reads b'])
})

test('making a view reads its tables; who uses it uses a table of no room', () => {
  expect(
    uses("create view v as select x from a where x = 1; alter view v alter column x set default 'y'"),
  ).toEqual(['reads a'])
  expect(uses('insert into v (x) values ($1)')).toEqual(['writes v'])
})

test('a trigger that only computes belongs to the room of its table', () => {
  expect(
    uses("create function f() returns trigger language plpgsql as 'begin new.x := 1; return new; end'"),
  ).toEqual([])
  expect(uses('create trigger t before insert on a for each row execute function f()')).toEqual(['shapes a'])
})

test('the catalog of PostgreSQL belongs to nobody', () => {
  expect(uses('select 1 from pg_class, information_schema.tables, pg_catalog.pg_type')).toEqual([])
})

test.each([
  ['no SQL', 'selec 1', /syntax error/],
  ['a block of another language', 'do $$ begin delete from a; end $$', /DoStmt/],
  ['a procedure', 'call p()', /CallStmt/],
  [
    'a function that others would call',
    'create function f() returns int language sql return 1',
    /CreateFunctionStmt/,
  ],
  [
    'a trigger that does something to a table',
    "create function f() returns trigger language plpgsql as 'begin delete from a; return new; end'",
    /more than to compute/,
  ],
  ['a text that is run', "select query_to_xml('select 1 from a', true, true, '')", /query_to_xml/],
])('what could hide a table is refused: %s', (_name, sql, why) => {
  expect(() => tablesUsed(sql)).toThrow(why)
})
