import { type Database, firstRow } from '../platform/postgres/database.ts'

/** What a database server reports about itself. */
export interface ServerFacts {
  /** The version as PostgreSQL counts it: 180004 is 18.4. */
  readonly versionNumber: number
  readonly version: string
  /** The server's clock. The service does not use it. */
  readonly clockMilliseconds: number
  readonly isReadOnly: boolean
}

/** Reads the version, the state and the clock of the database server. */
export async function findServerFacts(db: Database): Promise<ServerFacts | undefined> {
  return firstRow(db.query<ServerFacts>`
    select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
           (extract(epoch from clock_timestamp()) * 1000)::bigint as "clockMilliseconds",
           pg_is_in_recovery() as "isReadOnly"`)
}
