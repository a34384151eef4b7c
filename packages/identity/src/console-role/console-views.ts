import type { Database } from '../platform/postgres/database.ts'
import type { Session } from '../platform/postgres/session.ts'
import type { Tables } from '../platform/postgres/table.ts'
import { runMade } from './run-made.ts'

/** The schema of the views that the console reads in place of the tables. */
export const VIEWS_SCHEMA = 'portico_console'

/** The schema in which the console keeps its own sign-ins. */
export const SIGN_IN_SCHEMA = 'portico_console_sign_in'

/** A column of a table, and its type as SQL writes it. */
interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

const hiddenText = (column: string) => `case when ${column} = '' then '' else 'hidden' end`

/** What a secret of this type is in a view: nothing, and of a text whether there is one. */
const HIDDEN: Readonly<Record<string, (column: string) => string>> = {
  bytea: () => `'\\x'::bytea`,
  text: hiddenText,
}

/** Names of what may be a secret, unless its type is none that holds one. Every column of bytes is a hash, a key or something sealed, whatever its name. */
const SECRET_NAME = /hash|secret|sealed|private|password|token|(?:^|_)key(?:$|_)/

/** Types that hold no secret, whatever the name says: `password_changed_at` is an instant. */
const PLAIN_TYPES = /^(?:uuid|boolean|date|integer|bigint|smallint|timestamp.*|xid8)$/

/**
 * The mark of an account whose password nobody sees: whoever computes it from the view of citizens gets the same, so that a comparison comes out as it would
 * with the table. `citizens/account-mark.ts` says what it is made of.
 */
const markWith = (passwordHash: string) =>
  `sha256(convert_to('password ' || ${passwordHash} || ' address ' || citizen.email, 'UTF8'))`

const PASSWORD_MARK = `case when t.password_mark = ${markWith('citizen.password_hash')} then ${markWith(`(${hiddenText('citizen.password_hash')})`)} else '\\x'::bytea end`

/**
 * Makes a view for each table, of the same name and with the same columns, in which secrets are empty: passwords' hashes, keys, sealed content. Statements run on the
 * views as on the tables, with the rights of the views' owner. In the caller's transaction.
 */
export async function makeViews(session: Session, tables: Tables): Promise<void> {
  const columns = await findColumns(session)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  for (const [table, own] of byTable) {
    const { compared = [] } = tables[table] ?? {}
    if (!Object.hasOwn(tables, table)) continue
    await runMade(session, viewText(table, own, compared))
  }
}

/** Takes every view away before a migration, which they would keep from changing a column. The console answers 503 until they are back. */
// excused: "schemaname = ${VIEWS_SCHEMA}" because the name of a view of another schema names nothing here, or a view that goes, too.
export async function dropViews(session: Session): Promise<void> {
  const views = await session.query<{ name: string }>`
    select quote_ident(viewname) as name from pg_views where schemaname = ${VIEWS_SCHEMA}`
  for (const { name } of views) await runMade(session, `drop view if exists ${VIEWS_SCHEMA}.${name} cascade`)
}

// excused: "c.relkind in ('r', 'p')" because only the names of our tables are taken, and nothing else in a schema has one of them.
function findColumns(db: Database): Promise<Column[]> {
  return db.query<Column>`
    select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by c.relname, a.attnum`
}

function viewText(table: string, columns: readonly Column[], compared: readonly string[]): string {
  const hasMark = columns.some(({ name }) => name === 'password_mark')
  const shown = columns.map((column) => {
    const { name } = column
    return `${valueOf(column, compared)} as ${quoted(name)}`
  })
  const join = hasMark ? ` left join citizens citizen using (citizen_id)` : ''
  return `create or replace view ${VIEWS_SCHEMA}.${quoted(table)} as select ${shown.join(', ')} from ${quoted(table)} t${join}`
}

function valueOf({ name, type }: Column, compared: readonly string[]): string {
  if (name === 'password_mark') return PASSWORD_MARK
  const column = `t.${quoted(name)}`
  const isSecret = type === 'bytea' || (!PLAIN_TYPES.test(type) && SECRET_NAME.test(name))
  return isSecret && !compared.includes(name) ? (HIDDEN[type]?.(column) ?? `null::${type}`) : column
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
