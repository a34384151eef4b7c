import { expect, test } from 'vitest'
import { type Part, readingStatement, writingStatement } from './part-statement.ts'

const part: Part = {
  shard: 7,
  names: new Map([
    ['citizens', 'citizens_7'],
    ['access_tokens', 'access_tokens_17'],
  ]),
}

const literal = (text: TemplateStringsArray, ..._values: readonly unknown[]) => text

test('the tables of a statement are those of the part, and nothing else changes', () => {
  const whole = literal`
    select citizens.full_name, extract(epoch from t.expires_at)
      from unnest(${1}::uuid[]) as a (citizen_id)
      join access_tokens t on t.citizen_id = a.citizen_id and t.scope <> 'from citizens_of'
      left join
        citizens on citizens.citizen_id = ${2} and note = 'join us'`
  const made = readingStatement(whole, part)
  expect(made).toHaveLength(whole.length)
  const inner = made.join('$').split('found.* from (')[1]?.split(') as found')[0]
  expect(inner).toBe(
    whole
      .join('$')
      .replace('join access_tokens', 'join access_tokens_17')
      .replace('        citizens on', '        citizens_7 on'),
  )
})

test('a statement that writes has the names of the part at every table, and nothing around it', () => {
  const made = writingStatement(
    literal`
    update access_tokens t set scope = 'x' from (citizens z join access_tokens on true) where ${1} for update of t;
    insert into access_tokens (scope) select scope from (select 1) as a on conflict do update set scope = 'x';
    delete from citizens where update_access_tokens`,
    part,
  )
  expect(made.join('$')).toBe(`
    update access_tokens_17 t set scope = 'x' from (citizens_7 z join access_tokens_17 on true) where $ for update of t;
    insert into access_tokens_17 (scope) select scope from (select 1) as a on conflict do update set scope = 'x';
    delete from citizens_7 where update_access_tokens`)
})

test('the text of a statement is made once for each part, so that it is prepared once', () => {
  const whole = literal`select 1 from citizens`
  expect(readingStatement(whole, part)).toBe(readingStatement(whole, part))
  const other = readingStatement(whole, { shard: 8, names: new Map([['citizens', 'citizens_8']]) })
  expect(other.join('')).toContain('from citizens_8')
  expect(other.join('')).toContain('shardid = 8')
  expect(readingStatement(literal`select 2 from citizens`, part)).not.toBe(readingStatement(whole, part))
})
