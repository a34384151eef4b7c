import { type Database, DatabaseUnavailable } from './database.ts'
import { isOutage, isServerError } from './outage.ts'
import { type Part, type PlacedRow, readingStatement, writingStatement } from './part-statement.ts'
import type { Serializable } from './values.ts'

/** A part is not asked again for so long after it could not be asked. */
const REST_MILLISECONDS = 1_000

/** The part itself cannot be asked: it has moved, its server is not reached, or its tables are others. Nothing was changed. */
export class PartAway extends DatabaseUnavailable {}

/** What answers for a server that cannot be asked for a part. */
export const NOT_REACHED: Database = {
  query: async () => {
    throw new PartAway('The server of this part is not reached')
  },
  transaction: async () => {
    throw new PartAway('The server of this part is not reached')
  },
  layout: async () => 'distributed',
}

/** What a part is asked for. */
export type PartUse = 'reads' | 'writes'

interface PartNeeds {
  readonly shard: number
  readonly use: PartUse
  /** Reads the names of the tables. */
  readonly db: Database
  /** The server with the part, at this moment. */
  server(): Promise<Database>
  readonly now: () => number
}

/**
 * One part of the tables of citizens as a database, for statements that read or for those that write. Statements about whole tables become statements about
 * the part's own tables, so that Citus plans none of them, and requests for a part share one as on one server.
 */
export class PartDatabase implements Database {
  readonly #needs: PartNeeds
  #part: Promise<Part> | undefined
  /** The names of the last time. A part with the same ones is the same object, so that its statements are made once. */
  #last: Part | undefined
  #restsUntil = -Infinity

  constructor(needs: PartNeeds) {
    this.#needs = needs
  }

  /** Whether it could not be asked just now. */
  get isResting(): boolean {
    return this.#needs.now() < this.#restsUntil
  }

  /** Throws PartAway. */
  async query<Row>(statement: TemplateStringsArray, ...values: readonly Serializable[]): Promise<Row[]> {
    try {
      const [part, server] = await Promise.all([this.#found(), this.#needs.server()])
      if (this.#needs.use === 'writes')
        return await server.query<Row>(writingStatement(statement, part), ...values)
      const rows = await server.query<Row & PlacedRow>(readingStatement(statement, part), ...values)
      if (!rows[0]?.isPlaced) throw new PartAway('The part is not here')
      return rows.filter(({ isAnswer }) => isAnswer)
    } catch (error) {
      // The tables may have been made anew, under other names.
      if (isServerError(error)) this.#part = undefined
      const away = asAway(error)
      if (away instanceof PartAway) this.#restsUntil = this.#needs.now() + REST_MILLISECONDS
      throw away
    }
  }

  async transaction(): Promise<never> {
    throw new Error('A part has no transactions of several statements')
  }

  async layout(): Promise<'distributed'> {
    return 'distributed'
  }

  async #found(): Promise<Part> {
    this.#part ??= findPart(this.#needs.db, this.#needs.shard).then((part) => this.#sameOr(part))
    return this.#part.catch((error: unknown) => {
      this.#part = undefined
      throw error
    })
  }

  #sameOr(part: Part): Part {
    if (!this.#last || !hasSameNames(this.#last, part)) this.#last = part
    return this.#last
  }
}

function hasSameNames({ names }: Part, other: Part): boolean {
  return (
    names.size === other.names.size && [...names].every(([table, name]) => other.names.get(table) === name)
  )
}

/** A server that refuses the statement may have dropped the tables, or lets this role not use them. */
function asAway(error: unknown): unknown {
  return isServerError(error) && !isOutage(error)
    ? new PartAway('The part cannot be asked', { cause: error })
    : error
}

/** The tables of the citizens' own part, and those with a copy on every server, by the names that they have there. */
async function findPart(db: Database, shard: number): Promise<Part> {
  const rows = await db.query<{ table: string; name: string }>`
    select t.logicalrelid::text as "table", shard_name(t.logicalrelid, s.shardid) as name
      from pg_dist_shard own
      join pg_dist_partition p on p.logicalrelid = own.logicalrelid
      join pg_dist_partition t on t.colocationid = p.colocationid or (t.partmethod = 'n' and t.repmodel = 't')
      join pg_dist_shard s on s.logicalrelid = t.logicalrelid
       and (s.shardminvalue = own.shardminvalue or t.partmethod = 'n')
     where own.shardid = ${shard}`
  return { shard, names: new Map(rows.map(({ table, name }) => [table, name])) }
}
