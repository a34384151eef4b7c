import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram, introspect, newIdempotencyKey, refreshWithKey } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'

let service: TestService
let program: TestClient
let session: Session

beforeAll(async () => {
  if (!isDistributed) return
  service = await startTestService()
  program = await addProgram(service, {
    tokenLimitPerMinute: 1_000_000,
    introspectionLimitPerMinute: 1_000_000,
  })
  session = await openSession(service.database.address)
})
afterAll(async () => {
  await session?.close()
  await service?.close()
})

/** Lets the second worker have shards or not, and moves them. Returns how many it has then. */
async function rebalance(second: 'with shards' | 'without'): Promise<number> {
  const has = second === 'with shards'
  await session.query`
    select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', ${has})
      from pg_dist_node where groupid = (select max(groupid) from pg_dist_node)`
  await session.runText("select citus_rebalance_start(rebalance_strategy => 'by_shard_count')")
  await session.runText('select citus_rebalance_wait()')
  const [left] = await session.runText<{ shards: number }>(
    `select count(*)::int as shards from citus_shards
      where citus_table_type = 'distributed'
        and nodeport = (select nodeport from pg_dist_node where groupid = (select max(groupid) from pg_dist_node))`,
  )
  return left?.shards ?? -1
}

// proves: citus-rebalance
test.skipIf(!isDistributed)(
  'moving every shard of a worker, and back, under load loses nothing that was answered',
  async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => enterProgram(service, program, await addCitizen(service))),
    )
    let isMoving = true
    let refreshes = 0
    const chains = people.map(async ({ tokens }) => {
      let { access_token: access, refresh_token: token } = tokens
      const lost: unknown[] = []
      while (isMoving) {
        const key = newIdempotencyKey()
        const answer = await refreshWithKey(service, program, { token, key })
        if (answer.status === 503) continue
        if (answer.status !== 200) return [...lost, answer]
        access = answer.body.access_token
        token = answer.body.refresh_token
        refreshes += 1
        const asked = await introspect(service, program, access).catch(() => ({ active: 'not answered' }))
        if (asked['active'] === false) lost.push('an access token that was just given')
      }
      return lost
    })
    const left: number[] = []
    const move = async () => {
      for (const second of ['without', 'with shards'] as const) left.push(await rebalance(second))
    }
    await move().finally(() => (isMoving = false))
    expect(await Promise.all(chains)).toEqual(people.map(() => []))
    expect(left[0]).toBe(0)
    expect(left[1]).toBeGreaterThan(0)
    expect(refreshes).toBeGreaterThan(people.length)
  },
  1_200_000,
)
