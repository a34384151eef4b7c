import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testOnOneServer } from '../../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import {
  enterProgram,
  introspect,
  newIdempotencyKey,
  type RepeatableRefresh,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import { onPort, portOf, startTestService, type TestService } from '../../../testing/test-service.ts'
import type { Citizen } from '../../citizens/index.ts'
import { rawRequest } from '../../platform/http/raw-http.fixture.ts'
import { type FlakyDatabase, flakyDatabase } from '../../platform/postgres/outage.fixture.ts'

let real: TestDatabase
let line: FlakyDatabase
/** Its line to the database can be cut. */
let one: TestService
let two: TestService
let program: TestClient

beforeAll(async () => {
  real = await createTestDatabase()
  line = await flakyDatabase(real)
  one = await startTestService({ database: line.database })
  const environment = { PORTICO_BASE_URL: one.baseUrl }
  two = onPort(await startTestService({ database: real, clock: one.clock, environment }))
  program = await addProgram(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
  await line.close()
  await real.drop()
})

async function entered(): Promise<{ readonly who: Citizen; readonly token: string }> {
  const who = await addCitizen(one)
  return { who, token: (await enterProgram(one, program, who)).tokens.refresh_token }
}

/** What there is of a citizen with one grant, who was given nothing but it and its rotations. */
async function kept({ citizenId }: Citizen) {
  const [row] = await real.db.query<{ grants: number; rotations: number; reuses: number }>`
    select (select count(*)::int from grants where citizen_id = ${citizenId} and ended_at is null) as grants,
           (select count(*)::int - 1 from access_tokens where citizen_id = ${citizenId}) as rotations,
           (select count(*)::int from audit_events
             where citizen_id = ${citizenId} and name = 'refresh-token-reused') as reuses`
  return row
}

async function isActive({ body }: TokenReply): Promise<unknown> {
  return (await introspect(two, program, body.access_token))['active']
}

/** Sends a refresh, reads so many bytes of its answer and leaves; says what it has read, and whether that was all. */
function readBytes(
  { token, key }: RepeatableRefresh,
  bytes: number,
): Promise<{ read: string; isWhole: boolean }> {
  const body = `grant_type=refresh_token&refresh_token=${token}`
  const headers = [
    'Host: localhost',
    `Authorization: ${program.basic}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    `Idempotency-Key: ${key}`,
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(one), '127.0.0.1')
    let text = ''
    const leave = (isWhole: boolean) => {
      socket.destroy()
      resolve({ read: text.slice(0, bytes), isWhole })
    }
    const leaveWithEnough = () => void (text.length >= bytes && leave(false))
    socket.on('connect', () => socket.write(rawRequest('POST /o/token/', headers, body), leaveWithEnough))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      leaveWithEnough()
    })
    socket.on('end', () => leave(true))
    socket.on('error', reject)
  })
}

/** What was read of the answer's body. */
function bodyOf(read: string): string {
  const at = read.indexOf('\r\n\r\n')
  return at < 0 ? '' : read.slice(at + 4)
}

// proves: design-7.33-same-key-same-tokens, threat-lost-answer
test('an answer that is cut after any byte costs nothing: the same request is told the same tokens (design 7.33)', async () => {
  const { who, token } = await entered()
  let living = token
  let cuts = 0
  for (let bytes = 0, isWhole = false; !isWhole; bytes += 1) {
    const asked = { token: living, key: newIdempotencyKey() }
    const cut = await readBytes(asked, bytes)
    const again = await refreshWithKey(one, program, asked)
    expect([bytes, again.status]).toEqual([bytes, 200])
    expect(JSON.stringify(again.body).startsWith(bodyOf(cut.read))).toBe(true)
    isWhole = cut.isWhole
    if (isWhole) expect(bodyOf(cut.read)).toBe(JSON.stringify(again.body))
    living = again.body.refresh_token
    cuts += 1
    if (isWhole) expect(await isActive(again)).toBe(true)
  }
  expect(cuts).toBeGreaterThan(500)
  expect(await kept(who)).toEqual({ grants: 1, rotations: cuts, reuses: 0 })
  expect((await refresh(one, program, living)).status).toBe(200)
})

// proves: threat-lost-answer
testOnOneServer(
  'an answer of the database that was lost costs nothing either: 503, and the same request gets its tokens',
  async () => {
    const { who, token } = await entered()
    const asked = { token, key: newIdempotencyKey() }
    line.swallowAnswers()
    const lost = refreshWithKey(one, program, asked)
    await expect.poll(async () => (await kept(who))?.rotations).toBe(1)
    await line.cutOff()
    expect((await lost).status).toBe(503)
    await line.comeBack()
    one.clock.advance(30)
    await expect.poll(async () => (await refreshWithKey(one, program, asked)).status).toBe(200)
    const told = await refreshWithKey(two, program, asked)
    expect(await isActive(told)).toBe(true)
    expect(await kept(who)).toEqual({ grants: 1, rotations: 1, reuses: 0 })
  },
)

describe('two services', () => {
  async function race(keyOf: (index: number) => string) {
    const { who, token } = await entered()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        refreshWithKey(index % 2 === 0 ? one : two, program, { token, key: keyOf(index) }),
      ),
    )
    const good = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(30 - good.length)
    expect(new Set(good.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(new Set(good.map(({ body }) => body.access_token)).size).toBe(1)
    expect(await kept(who)).toEqual({ grants: 1, rotations: 1, reuses: 0 })
    expect((await refresh(two, program, good[0]?.body.refresh_token ?? '')).status).toBe(200)
    return good.length
  }

  // proves: design-7.33-one-rotation, threat-lost-answer
  test('that get one request thirty times make one rotation, and tell it to all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const key = newIdempotencyKey()
      expect(await race(() => key)).toBe(30)
    }
  })

  // proves: design-7.33-one-rotation
  test('that get one token under thirty keys have one winner', async () => {
    for (let round = 0; round < 3; round += 1) expect(await race(newIdempotencyKey)).toBe(1)
  })

  // proves: design-7.33-same-key-same-tokens
  test('tell each other’s rotations again', async () => {
    const { token } = await entered()
    const asked = { token, key: newIdempotencyKey() }
    const first = await refreshWithKey(one, program, asked)
    one.clock.advance(25)
    expect((await refreshWithKey(two, program, asked)).body).toEqual({ ...first.body, expires_in: 875 })
  })
})
