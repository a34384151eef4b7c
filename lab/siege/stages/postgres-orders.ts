import { openClient, type ServerPlace, withClient } from '../../../journeys/kit/postgres-server.ts'

/** More sessions than the server allows. */
const MOST_SESSIONS = 400

type Session = Awaited<ReturnType<typeof openClient>>

/** Opens every session that the server allows, and ends those of others. Returns a function that closes them. */
export async function drainConnections(place: ServerPlace): Promise<() => Promise<void>> {
  const admin = await openClient(place)
  const held = [admin, ...(await takeAll(place))]
  // Opens the freed sessions at once, before others connect again.
  for (let turn = 0; turn < 3; turn += 1) {
    const pids = await Promise.all(held.map(pidOf))
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and not pid = any($1::int[])`,
      [pids],
    )
    held.push(...(await takeAll(place)))
  }
  return async () => void (await Promise.all(held.map((session) => session.end())))
}

async function pidOf(session: Session): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function takeAll(place: ServerPlace): Promise<readonly Session[]> {
  const taken: Session[] = []
  while (taken.length < MOST_SESSIONS) {
    const session = await openClient(place).catch(() => undefined)
    if (!session) break
    taken.push(session)
  }
  return taken
}

/** Makes the server read-only, like a replica. Returns a function that undoes it. */
export async function setReadOnly(place: ServerPlace): Promise<() => Promise<void>> {
  const order = (statement: string) =>
    withClient(place, undefined, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(statement)
      await client.query('select pg_reload_conf()')
    })
  await order('alter system set default_transaction_read_only = on')
  return () => order('alter system reset default_transaction_read_only')
}
