import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SettingInForce } from '../platform/setting-in-force.ts'

/** A process of the service. */
export interface Instance {
  readonly instanceId: string
  readonly host: string
  readonly processId: number
  readonly startedAt: UnixSeconds
  readonly seenAt: UnixSeconds
  readonly settings: readonly SettingInForce[]
}

/** One says once a minute that it runs. After three of them it does not run, or does not reach the database. */
const SILENT_SECONDS = 180

/** Stores that a process runs now, by the clock of the database: those of two machines may differ, and one of them says who is silent. */
export async function noteInstance(db: Database, one: Omit<Instance, 'seenAt'>): Promise<void> {
  await db.query`
    insert into instances (instance_id, host, process_id, settings, started_at, seen_at)
    values (${one.instanceId}, ${one.host}, ${one.processId}, ${JSON.stringify(one.settings)}::text::jsonb,
            to_timestamp(${one.startedAt}), clock_timestamp())
    on conflict (instance_id) do update set seen_at = excluded.seen_at`
}

/** Removes a process that ends. */
export async function forgetInstance(db: Database, instanceId: string): Promise<void> {
  await db.query`delete from instances where instance_id = ${instanceId}`
}

/** The processes that run, the oldest first. */
export function listInstances(db: Database): Promise<Instance[]> {
  return db.query<Instance>`
    select instance_id as "instanceId", host, process_id as "processId", settings,
           floor(extract(epoch from started_at))::bigint as "startedAt", floor(extract(epoch from seen_at))::bigint as "seenAt"
      from instances where seen_at > clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})
     order by started_at, instance_id`
}
