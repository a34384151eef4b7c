import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import {
  type Entered,
  enterProgram,
  introspect,
  newIdempotencyKey,
  postForm,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { disableClient, enableClient, updateClient } from '../clients/index.ts'
import { sha256 } from '../platform/secret.ts'
import { endAllSessions } from '../sessions/index.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

interface Refreshed {
  readonly who: Citizen
  readonly tokens: Entered['tokens']
  readonly token: string
  readonly key: string
  readonly first: TokenReply
}

/** A citizen whose program has refreshed once, with a key. */
async function refreshed(changes: Readonly<Record<string, string>> = {}): Promise<Refreshed> {
  const who = await addCitizen(service)
  const { tokens } = await enterProgram(service, program, who)
  const token = tokens.refresh_token
  const key = newIdempotencyKey()
  const first = await refreshWithKey(service, program, { token, key }, changes)
  expect(first.status).toBe(200)
  return { who, tokens, token, key, first }
}

async function isActive(token: string): Promise<unknown> {
  return (await introspect(service, program, token))['active']
}

async function isLiving(token: string): Promise<boolean> {
  const held = await service.database.db.query`select 1 from grants where refresh_hash = ${sha256(token)}`
  return held.length === 1
}

async function reuseEventsOf(who: Citizen): Promise<number> {
  const events = await service.database.db.query`
    select 1 from audit_events where citizen_id = ${who.citizenId} and name = 'refresh-token-reused'`
  return events.length
}

function tokensOf({ body }: TokenReply) {
  return { access_token: body.access_token, refresh_token: body.refresh_token }
}

function expectRefused(answer: TokenReply, error = 'invalid_grant'): void {
  expect([answer.status, answer.body.error]).toEqual([400, error])
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('a refresh that is repeated with its Idempotency-Key (design 7.33)', () => {
  test.each([0, 9, 10, 30, 60])('%i seconds later is told the same tokens again', async (seconds) => {
    const { token, key, first, who } = await refreshed()
    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^pat_[A-Za-z0-9_-]{64}$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^prt_[A-Za-z0-9_-]{80}$/),
      scope: 'openid profile email offline_access',
    })
    service.clock.advance(seconds)
    const again = await refreshWithKey(service, program, { token, key })
    expect(again.status).toBe(200)
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect(again.headers.get('pragma')).toBe('no-cache')
    expect(again.body).toEqual({ ...first.body, expires_in: 900 - seconds })
    expect([await isLiving(token), await isLiving(again.body.refresh_token)]).toEqual([false, true])
    expect(await isActive(again.body.access_token)).toBe(true)
    expect(await reuseEventsOf(who)).toBe(0)
  })
})
