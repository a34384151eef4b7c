import { expect, test } from 'vitest'
import { type Part, partStatement } from './part-statement.ts'

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
  const made = partStatement(whole, part)
  expect(made).toHaveLength(whole.length)
  const inner = made.join('$').split('found.* from (')[1]?.split(') as found')[0]
  expect(inner).toBe(
    whole
      .join('$')
      .replace('join access_tokens', 'join access_tokens_17')
      .replace('        citizens on', '        citizens_7 on'),
  )
})

test('the text of a statement is made once for each part, so that it is prepared once', () => {
  const whole = literal`select 1 from citizens`
  expect(partStatement(whole, part)).toBe(partStatement(whole, part))
  const other = partStatement(whole, { shard: 8, names: new Map([['citizens', 'citizens_8']]) })
  expect(other.join('')).toContain('from citizens_8')
  expect(other.join('')).toContain('p.shardid = 8')
  expect(partStatement(literal`select 2 from citizens`, part)).not.toBe(partStatement(whole, part))
})
