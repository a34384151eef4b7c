import { atServer, type NamedServer, readAddress } from '../platform/postgres/address.ts'
import { findParts, type ListedServer, mapOf } from '../platform/postgres/citizen-map.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { proveMember } from '../platform/postgres/same-cluster.ts'
import { openSession } from '../platform/postgres/session.ts'
import { type Finding, idle, ok } from './finding.ts'

const WORKERS = 'Citus workers'

/**
 * Whether this machine reaches each worker, and finds there the one that is meant, as a process does that asks the worker of a citizen itself. Where it cannot,
 * everything works all the same. Nothing where the tables are on one server, or the asked server has all citizens.
 */
export async function examineCitusWorkers(
  db: Database,
  address: DatabaseAddress,
): Promise<readonly Finding[]> {
  if ((await db.layout()) !== 'distributed') return []
  const workers = [...mapOf(await findParts(db)).others.values()]
  if (workers.length === 0) return []
  const tlsOf = (worker: NamedServer) => readAddress(atServer(address, worker)).sslMode
  const faults = await Promise.all(workers.map((worker) => faultOf(db, address, worker)))
  const unreached = workers.flatMap(({ host, port }, index) => {
    const fault = faults[index]
    return fault === undefined ? [] : [`${host}:${port} (sslmode=${tlsOf({ host, port })}; ${fault})`]
  })
  const modes = [...new Set(workers.map(tlsOf))]
  if (unreached.length === 0)
    return [
      ok(WORKERS, `this machine reaches each of ${workers.length}, with sslmode=${modes.join(' and ')}`),
    ]
  return [
    idle(
      WORKERS,
      `this machine cannot ask ${unreached.join(', ')}: what it asks for their citizens goes by way of another server, and costs more CPU time (docs/citus.md, "Which server is asked")`,
    ),
  ]
}

async function faultOf(
  named: Database,
  address: DatabaseAddress,
  worker: ListedServer,
): Promise<string | undefined> {
  try {
    const session = await openSession(atServer(address, worker), { application_name: 'portico' })
    await proveMember(session, { group: worker.group, named }).finally(() => session.close())
    return undefined
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}
