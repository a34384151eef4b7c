import { type Database, firstRow } from '../platform/postgres/database.ts'

/** What a database server says about itself. */
export interface ServerFacts {
  /** As PostgreSQL counts: 180004 is 18.4. */
  readonly versionNumber: number
  readonly version: string
  /** Its own clock, which nothing in the service relies on. */
  readonly clockMilliseconds: number
  readonly isReadOnly: boolean
}

/** Asks the database server about itself. */
export async function findServerFacts(db: Database): Promise<ServerFacts | undefined> {
  return firstRow(db.query<ServerFacts>`
    select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
           (extract(epoch from clock_timestamp()) * 1000)::bigint as "clockMilliseconds",
           pg_is_in_recovery() as "isReadOnly"`)
}
