import type { Database } from './database.ts'
import { type Retried, retryForLocks } from './lock-retries.ts'
import type { Migration, Way } from './migration.ts'
import { estimateRows, sayRows } from './row-estimates.ts'
import type { Session } from './session.ts'

type Batches = Extract<Way, { kind: 'batches' }>

/** The keys of one batch, as text. */
interface Bounds {
  readonly first: string | null
  readonly last: string | null
  readonly rows: number
}

/** How far a migration in batches is. */
interface State {
  readonly upTo: string
  readonly rows: number
}

/**
 * Runs a migration in batches, each in a transaction that also records how far it is. So after a kill the next run begins
 * with the first batch that was not committed. `finish` runs in the transaction that finds no more rows.
 */
export async function runBatches(
  retried: Retried,
  migration: Migration,
  way: Batches,
  finish: (tx: Database) => Promise<void>,
): Promise<void> {
  const { session, say } = retried
  const of = `of ${sayRows(await estimateRows(session, way.table))} in ${way.table}`
  const begun = await findState(session, migration)
  if (begun) say(`${migration.name}: goes on after ${begun.rows} ${of}`)
  const step = () =>
    session.transaction(async (tx) => {
      const done = await nextBatch(session, tx, migration, way)
      if (done === 'none left') await finish(tx)
      return done
    })
  for (;;) {
    const done = await retryForLocks(retried, migration.name, step)
    if (done === 'none left') return
    say(`${migration.name}: ${done.rows} ${of}`)
  }
}

/** Runs the statement of the file for the next rows. Returns how far it is then. */
export async function nextBatch(
  session: Session,
  tx: Database,
  { name, text }: Migration,
  way: Batches,
): Promise<State | 'none left'> {
  const before = await findState(tx, { name })
  const { first, last, rows } = await findBounds(session, way, before)
  if (first === null || last === null) return 'none left'
  await session.runText(text, [first, last])
  const total = (before?.rows ?? 0) + rows
  await tx.query`
    insert into migration_batches (name, done_up_to, rows_done) values (${name}, ${last}, ${total})
    on conflict (name) do update set done_up_to = excluded.done_up_to, rows_done = excluded.rows_done`
  return { upTo: last, rows: total }
}

async function findState(db: Database, { name }: Pick<Migration, 'name'>): Promise<State | undefined> {
  const [state] = await db.query<State>`
    select done_up_to as "upTo", rows_done as rows from migration_batches where name = ${name}`
  return state
}

/** The next keys in their order; PostgreSQL reads a text parameter as the key's own type. */
async function findBounds(
  session: Session,
  { table, key, rows }: Batches,
  before: State | undefined,
): Promise<Bounds> {
  const [bounds] = await session.runText<Bounds>(
    `select (array_agg(${key} order by ${key}))[1]::text as first,
            (array_agg(${key} order by ${key} desc))[1]::text as last, count(*)::int as rows
       from (select ${key} from ${table} ${before ? `where ${key} > $1` : ''} order by ${key} limit ${rows}) batch`,
    before ? [before.upTo] : [],
  )
  return bounds ?? { first: null, last: null, rows: 0 }
}
