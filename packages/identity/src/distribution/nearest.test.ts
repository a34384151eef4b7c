import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import {
  enterProgram,
  introspect,
  newIdempotencyKey,
  postForm,
  refreshWithKey,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { composeService } from '../compose.ts'
import { readConfig } from '../config.ts'
import type { Database, HotDatabase } from '../platform/postgres/database.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'

let service: TestService
let program: TestClient
const closings: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  if (!isDistributed) return
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  await service?.close()
})

/** What a server says when it asks another one (Citus's manual, "citus.log_remote_commands"). */
const HOP = /^issuing /

/** The same service, whose hot statements ask one of the workers for each citizen. It says how often a worker has asked another server. */
async function startAt(choose: (groups: readonly number[], own: number | undefined) => number | undefined) {
  const { workers, database } = service.database
  const sessions = new Map<number, Session>()
  let hops = 0
  for (const worker of workers) {
    const address = { kind: 'socket', ...worker, database } as const
    const session = await openSession(
      address,
      { 'citus.log_remote_commands': 'on' },
      (notice) => (hops += HOP.test(notice) ? 1 : 0),
    )
    closings.push(() => session.close())
    sessions.set((await groupOf(session)) ?? -1, session)
  }
  const near = async (citizenId: string) => {
    const chosen = choose([...sessions.keys()], await groupWith(citizenId))
    return sessions.get(chosen ?? -1) ?? service.database.db
  }
  const hot: HotDatabase = { ...service.database.db, near, part: async () => undefined }
  const at = await startWith({ ...service.foundation, reads: hot, writes: hot, asyncWrites: hot })
  return { at, hops: () => hops }
}

/** The same service on other databases. */
async function startWith(foundation: TestService['foundation']): Promise<TestService> {
  const other = await composeService(
    foundation,
    {
      ...readConfig({ PORTICO_BASE_URL: service.baseUrl }),
      hashingConcurrency: 2,
      databaseDeadlineMilliseconds: 20_000,
    },
    { available: () => true, wake: () => undefined },
  )
  const baseUrl = await other.server.listen({ host: '127.0.0.1', port: 0 })
  closings.push(
    () => other.limits.close(),
    () => other.server.close(),
  )
  return { ...service, baseUrl }
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

// proves: citus-nearest
test.runIf(isDistributed)('each citizen is asked for at the server with the rows', async () => {
  const groups = new Set<number | undefined>()
  for (let one = 0; one < 16; one += 1)
    for (const db of hot()) {
      const citizen = randomUuid(systemRandom)
      const group = await groupWith(citizen)
      groups.add(group)
      await expect.poll(async () => groupOf(await db.near(citizen))).toBe(group)
    }
  expect(groups.size).toBe(inject('testServer').workers.length)
})

/** Everything hot that a citizen causes, at a service. */
async function liveThrough(at: TestService): Promise<void> {
  for (let one = 0; one < 4; one += 1) {
    const { tokens } = await enterProgram(at, program, await addCitizen(service))
    expect(await introspect(at, program, tokens.access_token)).toMatchObject({ active: true })
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await postForm(at, '/o/userinfo/', {}, headers)).status).toBe(200)
    const asked = { token: tokens.refresh_token, key: newIdempotencyKey() }
    for (let time = 0; time < 2; time += 1)
      expect((await refreshWithKey(at, program, asked)).status).toBe(200)
  }
}

// proves: citus-nearest
test.runIf(isDistributed)('the server with the rows asks no other one for a hot statement', async () => {
  const { at, hops } = await startAt((_groups, own) => own)
  await liveThrough(at)
  expect(hops()).toBe(0)
})

// proves: citus-parts
test.runIf(isDistributed)(
  'what only reads asks the part of the citizen itself, and hears at once of what has ended',
  async () => {
    const refused = async () => Promise.reject(new Error('asked in another way'))
    const reads: HotDatabase = { ...service.foundation.reads, near: refused }
    const at = await startWith({ ...service.foundation, reads })
    for (let one = 0; one < 8; one += 1) {
      const { tokens, browser } = await enterProgram(service, program, await addCitizen(service))
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      const userinfo = async () => (await postForm(at, '/o/userinfo/', {}, headers)).status
      // Until the worker is reached, the part cannot be asked.
      await expect.poll(userinfo).toBe(200)
      expect(await introspect(at, program, tokens.access_token)).toMatchObject({ active: true })
      expect(await introspect(at, program, `${tokens.access_token.slice(0, -1)}_`)).toEqual({ active: false })
      await browser.submit(await browser.get('/logout/'))
      expect(await introspect(at, program, tokens.access_token)).toEqual({ active: false })
      expect(await userinfo()).toBe(401)
    }
  },
)

// proves: citus-nearest
test.runIf(isDistributed)('with a map that lies every answer is the same, over a hop', async () => {
  const { at, hops } = await startAt((groups, own) => groups.find((group) => group !== own))
  await liveThrough(at)
  expect(hops()).toBeGreaterThan(20)
})
