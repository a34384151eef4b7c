import { atServer, type NamedServer } from '../platform/postgres/address.ts'
import { findParts, mapOf } from '../platform/postgres/citizen-map.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { openSession } from '../platform/postgres/session.ts'
import { type Finding, idle, ok } from './finding.ts'

const WORKERS = 'Citus workers'

/**
 * Whether this machine can log in to each worker, as a process does that asks the worker of a citizen itself. Where it cannot,
 * everything works all the same. Nothing where the tables are on one server, or the asked server has all citizens.
 */
export async function examineCitusWorkers(
  db: Database,
  address: DatabaseAddress,
): Promise<readonly Finding[]> {
  if ((await db.layout()) !== 'distributed') return []
  const workers = [...mapOf(await findParts(db)).others.values()]
  if (workers.length === 0) return []
  const faults = await Promise.all(workers.map((worker) => faultOf(address, worker)))
  const unreached = workers.flatMap(({ host, port }, index) => {
    const fault = faults[index]
    return fault === undefined ? [] : [`${host}:${port} (${fault})`]
  })
  if (unreached.length === 0) return [ok(WORKERS, `this machine reaches each of ${workers.length}`)]
  return [
    idle(
      WORKERS,
      `this machine cannot log in to ${unreached.join(', ')}: what it asks for their citizens goes by way of another server, and costs more CPU time (docs/citus.md, "Which server is asked")`,
    ),
  ]
}

async function faultOf(address: DatabaseAddress, worker: NamedServer): Promise<string | undefined> {
  try {
    const session = await openSession(atServer(address, worker), { application_name: 'portico' })
    await session.close()
    return undefined
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}
