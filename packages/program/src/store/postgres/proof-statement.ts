import type { PgPoolLike, PostgresJsLike, Row } from './connection.ts'
import { untold } from './error-fields.ts'
import { destroy } from './fenced-pool.ts'
import { runnerOf } from './postgres-js-rows.ts'
import { type ServerTimeline, timelineIn } from './timeline-fence.ts'

/**
 * What an acknowledged commit says of its server. `all`: every synchronous standby has it, so none was promoted before. `some`: a
 * standby has it, and another one may have been promoted. `none`: the server alone has it.
 */
export type Acknowledged = 'all' | 'some' | 'none'

interface ReplicationSettings {
  readonly names: string
  readonly commit: string
}

/** What a server has proven of itself. */
export interface Proof {
  readonly acknowledged: Acknowledged
  /** Missing on a server that refuses the functions, and on a replica. */
  readonly timeline: ServerTimeline | undefined
  readonly isReplica: boolean
}

/**
 * Reads what the server is, and commits a record of the WAL where a standby must acknowledge it, as it acknowledges every other
 * commit. It writes no row, so nobody waits for a lock. One round trip. Every column is text, which a program reads as it is.
 */
const PROOF = `
  select (select system_identifier::text from pg_control_system()) as system_identifier,
         seen.names, seen.commit, seen.is_replica::text as is_replica,
         case when not seen.is_replica
              then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8::text end as timeline,
         case when not seen.is_replica and seen.names <> '' and seen.commit not in ('off', 'local')
              then pg_logical_emit_message(true, 'portico', 'primary')::text end as written
    from (select pg_is_in_recovery() as is_replica,
                 trim(coalesce(current_setting('synchronous_standby_names', true), '')) as names,
                 coalesce(current_setting('synchronous_commit', true), '') as commit) as seen`

/** A statement beside those of the store. */
export interface ProofStatement {
  /** None where the server does not know the functions, or refuses them. */
  readonly rows: Promise<readonly Row[]>
  /** Ends it, where it does not answer: it must not hold a connection of the program. */
  giveUp(): void
}

/** Sends it over a connection of a `pg` pool. */
export function askPool(pool: PgPoolLike): ProofStatement {
  let isGivenUp = false
  let free: ((isBroken: boolean) => void) | undefined
  const ask = async () => {
    const client = await pool.connect()
    const ignore = () => undefined
    client.on?.('error', ignore)
    free = (isBroken) => {
      free = undefined
      if (isBroken) destroy(client)
      else client.off?.('error', ignore)
      client.release(isBroken)
    }
    if (isGivenUp) free(false)
    try {
      const asked = client.query(PROOF).then(({ rows }) => rows)
      const rows = await asked.catch(untold)
      free?.(false)
      return rows
    } catch (error) {
      free?.(true)
      throw error
    }
  }
  return {
    rows: ask(),
    giveUp() {
      isGivenUp = true
      free?.(true)
    },
  }
}

/** Sends it over a client of postgres.js, which can cancel a statement, and not break a connection. */
export function askClient(sql: PostgresJsLike): ProofStatement {
  let sent: CancellableQuery = {}
  const unsafe: PostgresJsLike['unsafe'] = (...statement) => {
    const query: PromiseLike<Iterable<Row>> & CancellableQuery = sql.unsafe(...statement)
    sent = query
    return query
  }
  return {
    rows: runnerOf({ unsafe }, sql)(PROOF, [], { prepare: false }).catch(untold),
    giveUp: () => void Promise.resolve(sent.cancel?.()).catch(() => undefined),
  }
}

interface CancellableQuery {
  cancel?(): unknown
}

/** What the row of the statement says. */
export function proofIn(row: Row | undefined): Proof {
  const settings = { names: String(row?.['names'] ?? ''), commit: String(row?.['commit'] ?? '') }
  const isReplica = row?.['is_replica'] === 'true'
  return {
    isReplica,
    timeline: isReplica ? undefined : timelineIn(row),
    acknowledged: acknowledgedBy(settings),
  }
}

const LOCAL_COMMITS: ReadonlySet<string> = new Set(['off', 'local'])

/** `FIRST 2 (one, two)`, `ANY 1 (one, two)`, `2 (one, two)`, or a list, of which one is needed (PostgreSQL's manual, synchronous_standby_names). */
export function acknowledgedBy({ names, commit }: ReplicationSettings): Acknowledged {
  if (names.trim() === '' || LOCAL_COMMITS.has(commit)) return 'none'
  const { needed = '1', list = names } =
    /^\s*(?:(?:first|any)\s+)?(?<needed>\d+)\s*\((?<list>.*)\)\s*$/i.exec(names)?.groups ?? {}
  const standbys: readonly string[] = list.match(/"(?:[^"]|"")*"|[^\s,]+/g) ?? []
  return standbys.includes('*') || Number(needed) < standbys.length ? 'some' : 'all'
}
