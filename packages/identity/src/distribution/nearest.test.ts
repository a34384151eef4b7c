import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, onEach } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram, introspect, postForm, refresh } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Database, HotDatabase } from '../platform/postgres/database.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  if (!isDistributed) return
  const database = await createTestDatabase()
  // Citus counts for new connections what they ask of other servers.
  await onEach(
    database.workers,
    database.database,
    `set citus.enable_ddl_propagation = off; alter database ${database.database} set citus.enable_stat_counters = on`,
  )
  service = await startTestService({ database })
  program = await addProgram(service)
})
afterAll(async () => {
  await service?.close()
  await service?.database.drop()
})

/** How often each worker has asked another server (Citus's manual, "citus_stat_counters"). */
async function hops(): Promise<readonly unknown[]> {
  const { workers, database } = service.database
  const asked = `select (connection_establishment_succeeded + connection_reused)::int as hops, query_execution_single_shard > 0 as works
     from citus_stat_counters where name = current_database()`
  return (await onEach(workers, database, asked)).flat()
}

/** The group of servers that answers a statement. */
async function groupOf(db: Database): Promise<number | undefined> {
  const [row] = await db.query<{ groupid: number }>`select groupid from pg_dist_local_group`
  return row?.groupid
}

async function groupWith(citizenId: string): Promise<number | undefined> {
  const [row] = await service.database.db.query<{ groupid: number }>`
    select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column('citizens', ${citizenId}::uuid)`
  return row?.groupid
}

const hot = (): readonly HotDatabase[] => [
  service.foundation.reads,
  service.foundation.writes,
  service.foundation.asyncWrites,
]

async function enterAll() {
  const people = []
  for (let one = 0; one < 8; one += 1) {
    const who = await addCitizen(service)
    people.push({ who, ...(await enterProgram(service, program, who)) })
  }
  return people
}

// proves: citus-nearest
test.runIf(isDistributed)('each citizen is asked for at the server with the rows', async () => {
  const groups = new Set<number | undefined>()
  for (const { who } of await enterAll())
    for (const db of hot()) {
      const group = await groupWith(who.citizenId)
      groups.add(group)
      await expect.poll(async () => groupOf(await db.near(who.citizenId))).toBe(group)
    }
  expect(groups.size).toBe(inject('testServer').workers.length)
})

// proves: citus-nearest
test.runIf(isDistributed)('at the server with the rows, no hot statement asks another one', async () => {
  const people = await enterAll()
  const before = await hops()
  expect(before).toMatchObject(Array(service.database.workers.length).fill({ works: true }))
  for (const { tokens, browser } of people) {
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
    await postForm(service, '/o/userinfo/', {}, { authorization: `Bearer ${tokens.access_token}` })
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
    await enterProgram(service, program, browser)
  }
  expect(await hops()).toEqual(before)
})
