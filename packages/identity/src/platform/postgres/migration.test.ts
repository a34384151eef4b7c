import { expect, test } from 'vitest'
import { baselineOf, inOrder } from './baseline.ts'
import { parseMigration } from './migration.ts'
import { lockOf, statementsOf } from './migration-locks.ts'

// proves: releases-range
test('a migration says who may run on the schema after it, whether it is needed first, and how it runs', () => {
  const text =
    '-- Why.\n-- fits-from: 0011\n-- needed: later\n-- runs: in batches of 500 by citizens.citizen_id\nselect 1'
  expect(parseMigration('0012-fill', text)).toMatchObject({
    number: 12,
    fitsFrom: 11,
    needed: 'later',
    way: { kind: 'batches', rows: 500, table: 'citizens', key: 'citizen_id' },
  })
  expect(parseMigration('0012-add', '-- fits-from: 0012\nselect 1')).toMatchObject({
    fitsFrom: 12,
    needed: 'first',
    way: { kind: 'transaction' },
  })
})

test.each([
  ['without its range', '0012-x', 'select 1', 'fits-from'],
  ['that fits only later releases', '0012-x', '-- fits-from: 0013', 'up to this one'],
  ['whose range is no number', '0012-x', '-- fits-from: now', 'up to this one'],
  ['without a number', 'x', '-- fits-from: 0001', 'begin with a number'],
  ['needed at another time', '0012-x', '-- fits-from: 0011\n-- needed: soon', '"first" or "later"'],
  ['that runs in another way', '0012-x', '-- fits-from: 0011\n-- runs: by hand', 'statement by statement'],
  ['in batches of no rows', '0012-x', '-- fits-from: 0011\n-- runs: in batches of 0 by a.b', 'in batches'],
  [
    'in batches with two statements',
    '0012-x',
    '-- fits-from: 0011\n-- runs: in batches of 1 by a.b\nselect 1; select 2',
    'one statement',
  ],
  [
    'that blocks others without a transaction and without a limit',
    '0012-x',
    '-- fits-from: 0011\n-- runs: statement by statement\ncreate index i on citizens (email);',
    'SHARE UPDATE EXCLUSIVE',
  ],
])('a migration %s is refused with its name', (_which, name, text, says) => {
  expect(() => parseMigration(name, text)).toThrow(new RegExp(`^${name}: .*${says}`))
})

// proves: releases-plan
test.each([
  ['create table new_ones (id text)', undefined, undefined, 'none'],
  ['create index a on citizens (x)', 'SHARE', 'citizens', 'reads every row'],
  [
    'create unique index concurrently a on citizens (x)',
    'SHARE UPDATE EXCLUSIVE',
    'citizens',
    'reads every row',
  ],
  ['alter table citizens add column x text', 'ACCESS EXCLUSIVE', 'citizens', 'none'],
  [
    'ALTER TABLE citizens\n  ALTER COLUMN x TYPE bigint',
    'ACCESS EXCLUSIVE',
    'citizens',
    'rewrites every row',
  ],
  ['alter table citizens alter column x set not null', 'ACCESS EXCLUSIVE', 'citizens', 'reads every row'],
  ['alter table citizens add constraint c check (x > 0)', 'ACCESS EXCLUSIVE', 'citizens', 'reads every row'],
  ['alter table citizens add constraint c check (x > 0) not valid', 'ACCESS EXCLUSIVE', 'citizens', 'none'],
  ['alter table citizens validate constraint c', 'SHARE UPDATE EXCLUSIVE', 'citizens', 'reads every row'],
  ['alter table citizens set (fillfactor = 80)', 'SHARE UPDATE EXCLUSIVE', 'citizens', 'none'],
  ['drop table if exists citizens', 'ACCESS EXCLUSIVE', 'citizens', 'none'],
  ['create view people as select email from citizens', undefined, undefined, 'none'],
  ["alter view people alter column email set default ''", undefined, undefined, 'none'],
  ['drop view people', undefined, undefined, 'none'],
  ['lock table citizens', 'ACCESS EXCLUSIVE', 'citizens', 'none'],
  ['drop index citizens_x', 'ACCESS EXCLUSIVE', 'citizens_x', 'none'],
  ['update citizens set x = 1', 'ROW EXCLUSIVE', 'citizens', 'changes rows'],
  ['do something new', 'ACCESS EXCLUSIVE', undefined, 'none'],
])(
  '%s: the lock that PostgreSQL documents, the strongest where it is not known',
  (text, mode, table, work) => {
    expect(lockOf(text)).toEqual({ mode, table, work })
  },
)

test('statements end at a semicolon, except in comments, texts and bodies of functions', () => {
  const text =
    "-- a; b\nselect ';' as x;\ncreate function f() returns int language sql as $$ select 1; $$;\n\nselect a - b -- c;\n"
  expect(statementsOf(text)).toEqual([
    "select ';' as x",
    'create function f() returns int language sql as $$ select 1; $$',
    'select a - b',
  ])
})

test('migrations of several rooms are in the order of their numbers, after the baseline', () => {
  const baseline = baselineOf(
    { things: { placement: 'copied', backup: 'kept', madeBy: 'create table things (id text);' } },
    '0031-baseline',
    {
      from: '0030-before',
      text: 'drop view things',
      madeBy: 'another release',
      unfinished: { isThere: async () => false, says: '' },
    },
  )
  expect(baseline).toMatchObject({
    number: 31,
    fitsFrom: 31,
    text: expect.stringContaining('create table things (id text);'),
  })
  const of = (name: string) => parseMigration(name, '-- fits-from: 0031\nselect 1')
  const [one, two] = [of('0032-one'), of('0033-two')]
  expect(inOrder(baseline, [two, one])).toEqual([baseline, one, two])
  expect(() => inOrder(baseline, [one, of('0032-other')])).toThrow(
    '0032-one and 0032-other have one number: give the later one the next free number',
  )
  expect(() => inOrder(baseline, [of('0031-too')])).toThrow('have one number')
  expect(() => inOrder(baseline, [parseMigration('0029-old', '-- fits-from: 0029\nselect 1')])).toThrow(
    '0029-old is older than the baseline 0031-baseline',
  )
})
