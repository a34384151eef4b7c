import type { Session } from '../../packages/identity/src/platform/postgres/session.ts'
import type { PostgresGround } from '../ground/postgres-ground.ts'

/** Sessions that may be taken before the server has none left. */
const MOST_SESSIONS = 400

/** Takes every session that the server has and ends everybody else's; returns how to give them back. */
export async function drainConnections(ground: PostgresGround): Promise<() => Promise<void>> {
  const admin = await ground.openAdmin()
  const [own] = await admin.query<{ pid: number }>`select pg_backend_pid() as pid`
  const held = [...(await takeAll(ground))]
  const mine = () => `{${[own?.pid ?? 0, ...held.map(({ pid }) => pid)].join(',')}}`
  // What the others lose is taken at once, before they can come back for it.
  for (let turn = 0; turn < 3; turn += 1) {
    await admin.query`
      select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and not pid = any(${mine()}::text::int[])`
    held.push(...(await takeAll(ground)))
  }
  return async () => {
    await Promise.all(held.map(({ session }) => session.close()))
    await admin.close()
  }
}

async function takeAll(
  ground: PostgresGround,
): Promise<readonly { readonly session: Session; readonly pid: number }[]> {
  const taken: { session: Session; pid: number }[] = []
  while (taken.length < MOST_SESSIONS) {
    const session = await ground.openAdmin().catch(() => undefined)
    if (!session) break
    const [row] = await session.query<{ pid: number }>`select pg_backend_pid() as pid`
    taken.push({ session, pid: row?.pid ?? 0 })
  }
  return taken
}

/** Lets nobody write, as on a replica; returns how to let them again. */
export async function setReadOnly(ground: PostgresGround): Promise<() => Promise<void>> {
  const admin = await ground.openAdmin()
  await admin.query`set default_transaction_read_only = off`
  const order = async (statement: string) => {
    await admin.run(statement)
    await admin.query`select pg_reload_conf()`
  }
  await order('alter system set default_transaction_read_only = on')
  return async () => {
    await order('alter system reset default_transaction_read_only')
    await admin.close()
  }
}
