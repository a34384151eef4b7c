import { type Database, DatabaseUnavailable, firstRow } from './database.ts'
import { isOutage, isServerError } from './outage.ts'

type Asked = Pick<Database, 'query'>

/** Which worker a server has to be, and who knows its cluster. */
interface Membership {
  /** Its number in `pg_dist_node`. */
  readonly group: number
  /** A server of the cluster. */
  readonly named: Asked
}

/** A server that is not the worker that `pg_dist_node` names: its place leads to another one. It is asked nothing. */
export class OtherServer extends DatabaseUnavailable {}

/**
 * Throws OtherServer unless a server is this worker of the cluster. Numbers of parts and of servers are the same in many clusters, so it also has to
 * have the same copies of tables that every server has: the moments at which migrations were applied, and those at which processes began to write.
 */
export async function proveMember(server: Asked, { group, named }: Membership): Promise<void> {
  const expected = await findMark(named)
  const seen = await findMember(server).catch((error: unknown) => {
    if (!isServerError(error) || isOutage(error)) throw error
    throw new OtherServer(`it is no server of this cluster: ${error.message}`, { cause: error })
  })
  if (seen.mark !== expected) throw new OtherServer('it is no server of this cluster')
  if (seen.group !== group)
    throw new OtherServer(`it is not the server with groupid ${group}, which pg_dist_node says`)
}

async function findMember(server: Asked) {
  const own = await firstRow(server.query<{ group: number }>`
    select groupid as "group" from pg_dist_local_group`)
  return { group: own?.group, mark: await findMark(server) }
}

async function findMark(db: Asked): Promise<string | undefined> {
  const found = await firstRow(db.query<{ mark: string }>`
    select concat((select md5(string_agg(concat(name, ' ', extract(epoch from applied_at)), ',' order by name collate "C"))
                     from schema_migrations),
                  (select md5(string_agg(concat(system_identifier, ' ', timeline, ' ', extract(epoch from written_at)), ','
                                         order by system_identifier collate "C"))
                     from database_timelines)) as mark`)
  return found?.mark
}
