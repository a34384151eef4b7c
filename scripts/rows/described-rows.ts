import { arrayOf } from '../../packages/identity/src/platform/postgres/values.ts'
import type { DescribingClient } from '../../packages/identity/testing/describing-client.ts'
import type { ClaimedColumn, ClaimedRows } from './claimed-rows.ts'

/** The JavaScript types of PostgreSQL's types, with both drivers. Every other type becomes a `string`. */
const KINDS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
  bytea: 'bytes',
}

/** The type of `bigint`, which depends on the driver. */
export interface DriverOptions {
  readonly bigint: 'number' | 'string'
}

/** Compares the declared rows of a statement with PostgreSQL's description, and returns the differences. */
export async function faultsOf(
  sql: DescribingClient,
  { where, text, columns }: ClaimedRows,
  driver: DriverOptions,
): Promise<readonly string[]> {
  if (text === null) return [`${where}: the text of the statement is not constant`]
  try {
    const described = await describe(sql, text)
    const names = new Set(described.map(({ name }) => name))
    const missing = [...columns.keys()].filter((name) => !names.has(name))
    return [
      ...missing.map((name) => `${where}: the statement returns no column "${name}"`),
      ...described.flatMap((column) => {
        const fault = faultOfColumn(column, columns.get(column.name), { text, driver })
        return fault === null ? [] : [`${where}: column "${column.name}" ${fault}`]
      }),
    ]
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

interface DescribedColumn {
  readonly name: string
  /** The type as PostgreSQL spells it, such as `int8`; an array begins with `_`. */
  readonly type: string
  /** The table column that it comes from, if that may be null; otherwise null. */
  readonly nullableColumn: string | null
}

/** Lets PostgreSQL parse and analyse a statement, without executing it. */
async function describe(sql: DescribingClient, text: string): Promise<readonly DescribedColumn[]> {
  const { columns } = await sql.unsafe(text).describe()
  const facts = await sql<{ type: string; column: string | null; not_null: boolean | null }[]>`
    select t.typname as type, a.attname as column, a.attnotnull as not_null
      from unnest(${arrayOf(columns.map(({ type }) => type))}::oid[], ${arrayOf(columns.map(({ table }) => table))}::oid[],
                  ${arrayOf(columns.map(({ number }) => number))}::int[]) with ordinality as c (type, origin, number, place)
      join pg_type t on t.oid = c.type
      left join pg_attribute a on a.attrelid = c.origin and a.attnum = c.number and c.origin <> 0
     order by c.place`
  return columns.map(({ name }, index) => {
    const { type = '', column = null, not_null: isNotNull = null } = facts[index] ?? {}
    return { name, type, nullableColumn: isNotNull === false ? column : null }
  })
}

function faultOfColumn(
  { type, nullableColumn }: DescribedColumn,
  claimed: ClaimedColumn | undefined,
  { text, driver }: { readonly text: string; readonly driver: DriverOptions },
): string | null {
  if (!claimed) return 'is not in the type of the row'
  const kinds = kindsOf(type, driver)
  if (![...claimed.kinds].every((kind) => kind === 'any' || kinds.includes(kind)))
    return `is ${type}, read as ${kinds.join(' or ')}; the row says ${[...claimed.kinds].join(' or ')}`
  if (nullableColumn === null || claimed.isNullable) return null
  // A condition of the statement can exclude null.
  const isKeptAway = new RegExp(`\\b${nullableColumn} is not null`).test(text)
  return isKeptAway ? null : 'may be null; the row does not say so'
}

/** The JavaScript type of a column. PostgreSQL does not describe the content of JSON. */
function kindsOf(type: string, { bigint }: DriverOptions): readonly string[] {
  if (type === 'int8') return [bigint]
  if (type === 'json' || type === 'jsonb') return ['object', 'array']
  return [type.startsWith('_') ? 'array' : (KINDS[type] ?? 'string')]
}
