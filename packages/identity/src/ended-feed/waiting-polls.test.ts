import { afterAll, beforeAll, expect } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { signOutCitizen } from '../citizens/index.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { beginFeed } from './ended-store.ts'
import { openWaitingPolls } from './waiting-polls.ts'

let service: TestService
let program: TestClient
let other: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Library' })
})
afterAll(() => service.close())

const never = new AbortController().signal

/** A waiting room before a database that the test can make ail, with requests of both clients that note when they wake. */
function openRoom() {
  const { db } = service.foundation
  const state = { isAiling: false, looks: 0 }
  const between: Database = {
    transaction: (work) => db.transaction(work),
    layout: () => db.layout(),
    query: (statement, ...values) => {
      if (state.isAiling) return Promise.reject(new DatabaseUnavailable('ailing'))
      state.looks += 1
      return db.query(statement, ...values)
    },
  }
  const polls = openWaitingPolls({ ...service.foundation, db: between })
  const woken: string[] = []
  const leaves: (() => void)[] = []
  const enter = (clientId: string) => {
    const poll = polls.enter(clientId, never)
    if (!poll) throw new Error('There is no room')
    leaves.push(poll.leave)
    const wait = async (): Promise<void> => {
      await poll.wait(60_000)
      if (poll.hasLeft()) return
      woken.push(clientId)
      await wait()
    }
    void wait()
  }
  const failures = async () => (await valuesOf(polls.metrics, 'portico_ended_feed_failures_total'))['']
  const close = () => {
    for (const leave of leaves) leave()
  }
  return { state, polls, woken, enter, failures, close }
}

// proves: feed-spares-an-ailing-database
testOnOneServer(
  'a look that fails wakes nobody, and the next one wakes for what ended meanwhile',
  { timeout: 20_000 },
  async () => {
    const who = await addCitizen(service)
    await enterProgram(service, program, who)
    await beginFeed(service.foundation.db, '00000000-0000-4000-8000-000000000000')
    const { state, woken, enter, failures, close } = openRoom()
    for (const clientId of [program.clientId, other.clientId, other.clientId]) enter(clientId)
    await expect.poll(() => woken.length, { timeout: 5_000 }).toBe(3)
    state.isAiling = true
    await signOutCitizen(service.foundation, { emailOrSubject: who.subject, reason: 'a test' })
    await expect.poll(failures, { timeout: 5_000 }).toBeGreaterThan(2)
    expect(woken).toHaveLength(3)
    state.isAiling = false
    await expect.poll(() => woken.length, { timeout: 5_000 }).toBe(4)
    expect(woken[3]).toBe(program.clientId)
    const { looks } = state
    await expect.poll(() => state.looks, { timeout: 5_000 }).toBeGreaterThan(looks + 1)
    expect(woken).toHaveLength(4)
    close()
  },
)

testOnOneServer('a failover while the database did not answer wakes everybody', async () => {
  const { state, woken, enter, failures, close } = openRoom()
  enter(program.clientId)
  enter(other.clientId)
  await expect.poll(() => woken.length, { timeout: 5_000 }).toBe(2)
  state.isAiling = true
  await expect.poll(failures, { timeout: 5_000 }).toBeGreaterThan(0)
  await service.database.db.query`
    insert into database_timelines (system_identifier, timeline, written_at) values ('9', 2, to_timestamp(0))`
  state.isAiling = false
  await expect.poll(() => woken.length, { timeout: 5_000 }).toBe(4)
  close()
})

testOnOneServer('a place is free again when its request leaves, and leaving twice frees one', () => {
  const { polls } = openRoom()
  const places = Array.from({ length: 64 }, () => polls.enter(program.clientId, never))
  expect(places.every(Boolean)).toBe(true)
  expect(polls.enter(program.clientId, never)).toBeUndefined()
  places[0]?.leave()
  places[0]?.leave()
  const again = polls.enter(program.clientId, never)
  expect(again).toBeDefined()
  expect(polls.enter(program.clientId, never)).toBeUndefined()
  for (const place of [...places, again]) place?.leave()
})
