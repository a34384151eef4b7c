import type { Session } from '../platform/postgres/session.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A server of a distributed database, as Citus lists it (Citus's manual, "Worker node table"). */
export interface CitusServer {
  readonly id: number
  /** Host and port, as the other servers reach it. */
  readonly place: string
  /** Whether it is the server that was asked. */
  readonly isThis: boolean
  readonly isCoordinator: boolean
  /** How many parts of the citizens it has, of all parts. */
  readonly parts: number
  readonly allParts: number
  /** The tables that are whole on this server alone. */
  readonly tables: readonly string[]
}

/** Reads the servers, and what each of them has, from the lists that every server keeps. No other server is asked. */
export async function listCitusServers(session: Session): Promise<readonly CitusServer[]> {
  return session.runText(
    `with placed as (
       select p.groupid, t.logicalrelid::text as name, t.partmethod, t.repmodel
         from pg_dist_placement p join pg_dist_shard s on s.shardid = p.shardid
         join pg_dist_partition t on t.logicalrelid = s.logicalrelid
     )
     select n.nodeid as id, concat(n.nodename, ':', n.nodeport) as place, n.groupid = 0 as "isCoordinator",
            n.groupid = (select groupid from pg_dist_local_group) as "isThis",
            (select count(*)::int from placed where name = 'citizens' and groupid = n.groupid) as parts,
            (select count(*)::int from placed where name = 'citizens') as "allParts",
            (select coalesce(json_agg(name order by name), '[]') from placed
              where partmethod = 'n' and repmodel = 's' and groupid = n.groupid) as tables
       from pg_dist_node n where n.noderole = 'primary' and n.isactive order by n.nodeid`,
  )
}

/** That one server cannot connect to another one, with the role of this session. */
export interface FailedLogin {
  readonly from: CitusServer
  readonly to: CitusServer
  /** What the server, or the client library of the other one, has said; undefined where nobody tells. */
  readonly reason: string | undefined
}

/**
 * Lets each server connect to each other one, as Citus does for a statement: with the role of the session. Every role may ask.
 * Servers that the asked one does not reach are not asked themselves. `notices` is what the session is warned of.
 */
export async function findFailedLogins(
  session: Session,
  servers: readonly CitusServer[],
  notices: readonly string[],
): Promise<readonly FailedLogin[]> {
  const self = servers.find(({ isThis }) => isThis)
  if (!self) return []
  await session.runText("set citus.node_connection_timeout = '3s'")
  const reached: CitusServer[] = []
  const failed: FailedLogin[] = []
  for (const to of servers) {
    if (to === self) continue
    const before = notices.length
    if (await canLogIn(session, to)) reached.push(to)
    else failed.push({ from: self, to, reason: reasonIn(notices[before]) })
  }
  const others = await failedLoginsAmong(session, [self, ...reached])
  const named = (id: number) => servers.find((server) => server.id === id) ?? self
  return [
    ...failed,
    ...others.map(({ from, to }) => ({ from: named(from), to: named(to), reason: undefined })),
  ]
}

async function canLogIn(session: Session, { id }: CitusServer): Promise<boolean> {
  const [login] = await session.runText<{ worked: boolean }>(
    'select citus_check_connection_to_node(nodename, nodeport) as worked from pg_dist_node where nodeid = $1',
    [id],
  )
  return login?.worked === true
}

/** What these servers say of their own connections to each other. Of the asked one it is known already. */
async function failedLoginsAmong(
  session: Session,
  servers: readonly CitusServer[],
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  return session.runText(
    `select a.nodeid as "from", l.id as "to"
       from run_command_on_all_nodes(format($$
              select json_agg(json_build_object('id', nodeid, 'worked', citus_check_connection_to_node(nodename, nodeport)))
                from pg_dist_node where nodeid = any(%L::int[]) $$, $1::text)) a,
            json_to_recordset(case when a.success then a.result::json else '[]' end) as l (id int, worked bool)
      where not l.worked and a.nodeid <> l.id
        and a.nodeid not in (select nodeid from pg_dist_node where groupid = (select groupid from pg_dist_local_group))`,
    [arrayOf(servers.map(({ id }) => id))],
  )
}

/** Citus says why a connection fails in a warning alone. */
function reasonIn(notice: string | undefined): string | undefined {
  return notice && (/failed with the following error: ([^\n]*)/.exec(notice)?.[1] ?? notice)
}
