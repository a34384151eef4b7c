import { type Database, firstRow } from './database.ts'
import { isRefusal } from './outage.ts'

/**
 * What an acknowledged commit says of its server. `all`: every synchronous standby has it, so none was promoted before. `some`: a
 * standby has it, and another one may have been promoted. `none`: the server alone has it.
 */
export type Acknowledged = 'all' | 'some' | 'none'

interface ReplicationSettings {
  readonly names: string
  readonly commit: string
}

/** Who acknowledges a commit of this session. Every role may read these settings. */
export async function findAcknowledged(db: Pick<Database, 'query'>): Promise<Acknowledged> {
  const settings = await firstRow(db.query<ReplicationSettings>`
    select current_setting('synchronous_standby_names', true) as names,
           current_setting('synchronous_commit', true) as commit`)
  return settings ? acknowledgedBy(settings) : 'none'
}

const LOCAL_COMMITS = new Set(['off', 'local'])

/** `FIRST 2 (one, two)`, `ANY 1 (one, two)`, `2 (one, two)`, or a list, of which one is needed (PostgreSQL's manual, synchronous_standby_names). */
export function acknowledgedBy({ names, commit }: ReplicationSettings): Acknowledged {
  if (names.trim() === '' || LOCAL_COMMITS.has(commit)) return 'none'
  const { needed = '1', list = names } =
    /^\s*(?:(?:first|any)\s+)?(?<needed>\d+)\s*\((?<list>.*)\)\s*$/i.exec(names)?.groups ?? {}
  const standbys: readonly string[] = list.match(/"(?:[^"]|"")*"|[^\s,]+/g) ?? []
  return standbys.includes('*') || Number(needed) < standbys.length ? 'some' : 'all'
}

/**
 * Commits something that is in the WAL alone, so that the commit waits for the synchronous standbys as every other does, and no row
 * is locked. Returns false where the server knows no such message, or refuses it.
 */
export async function commitProof(db: Pick<Database, 'query'>): Promise<boolean> {
  try {
    await db.query`select pg_logical_emit_message(true, 'portico', 'primary')`
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
