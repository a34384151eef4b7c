import type { Database } from '../src/platform/postgres/database.ts'

interface Column {
  readonly table: string
  readonly persistence: string
  readonly options: string | null
  readonly column: string
  readonly type: string
  readonly required: boolean
  readonly standard: string | null
  readonly comment: string | null
}

interface Rule {
  readonly table: string
  readonly definition: string
}

/** The schema, which is the result of all migrations, as readable SQL. */
export async function describeSchema(db: Database): Promise<string> {
  const columns = await db.query<Column>`
    select c.relname as "table", c.relpersistence::text as persistence,
           array_to_string(c.reloptions, ', ') as options, a.attname as "column",
           format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
           pg_get_expr(d.adbin, d.adrelid) as standard, obj_description(c.oid, 'pg_class') as comment
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind = 'r' and c.relname not in ('schema_migrations', 'migration_batches')
     order by c.relname, a.attnum`
  const constraints = await db.query<Rule>`
    select c.relname as "table", pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where k.contype in ('p', 'u', 'c') order by c.relname, k.contype desc, k.conname`
  const indexes = await db.query<Rule>`
    select tablename as "table", indexdef as definition from pg_indexes
     where schemaname = 'public' and indexname not like '%_pkey' order by tablename, indexname`
  const tables = [...new Set(columns.map((column) => column.table))]
  const described = tables.map((table) => describeTable(table, { columns, constraints, indexes }))
  return `${[...described, ...(await describeViews(db))].join('\n\n')}\n`
}

/** The views, with the defaults of their columns. PostgreSQL 15 names the table before each column, which later ones leave out. */
async function describeViews(db: Database): Promise<readonly string[]> {
  const views = await db.query<{ view: string; definition: string; defaults: string }>`
    select c.relname as "view", pg_get_viewdef(c.oid) as definition,
           coalesce(string_agg(format(E'\nalter view %I alter column %I set default %s;', c.relname, a.attname,
                                      pg_get_expr(d.adbin, d.adrelid)), '' order by a.attnum), '') as defaults
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      left join pg_attrdef d on d.adrelid = c.oid
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
     where c.relkind = 'v'
     group by c.oid, c.relname order by c.relname`
  return views.map(({ view, definition, defaults }) => {
    const plain = definition.replaceAll(/\b\w+\.(?=\w)/g, '')
    return `create view ${view} as\n${plain}${defaults}`
  })
}

function describeTable(
  table: string,
  all: {
    readonly columns: readonly Column[]
    readonly constraints: readonly Rule[]
    readonly indexes: readonly Rule[]
  },
): string {
  const own = all.columns.filter((column) => column.table === table)
  const lines = [
    ...own.map(
      ({ column, type, required, standard }) =>
        `  ${column} ${type}${required ? ' not null' : ''}${standard === null ? '' : ` default ${standard}`}`,
    ),
    ...all.constraints.filter((rule) => rule.table === table).map((rule) => `  ${rule.definition}`),
  ]
  const unlogged = own[0]?.persistence === 'u' ? 'unlogged ' : ''
  const indexes = all.indexes.filter((rule) => rule.table === table).map((rule) => `${rule.definition};`)
  const options = own[0]?.options ? ` with (${own[0].options})` : ''
  const comments = own[0]?.comment ? [`comment on table ${table} is '${own[0].comment}';`] : []
  return [
    `create ${unlogged}table ${table} (\n${lines.join(',\n')}\n)${options};`,
    ...comments,
    ...indexes,
  ].join('\n')
}
