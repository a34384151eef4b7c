import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  enterProgram,
  introspect,
  newAttempt,
  postForm,
  refresh,
} from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { openPool } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { type FlakyDatabase, flakyDatabase } from './outage.fixture.ts'
import { isOutage } from './outage.ts'

let real: TestDatabase
let line: FlakyDatabase
let service: TestService
let program: TestClient
let browser: TestBrowser
let tokens: Awaited<ReturnType<typeof enterProgram>>['tokens']

beforeAll(async () => {
  real = await createTestDatabase()
  line = await flakyDatabase(real)
  service = await startTestService({ database: line.database })
  program = await addProgram(service)
  const entered = await enterProgram(service, program, await addCitizen(service))
  browser = entered.browser
  tokens = entered.tokens
})
afterAll(async () => {
  await service.close()
  await line.close()
  await real.drop()
})
afterEach(() => line.comeBack())

async function recovered(): Promise<void> {
  await line.comeBack()
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await postForm(
      service,
      '/api/integrations/introspect/',
      { token: tokens.access_token },
      { authorization: program.basic },
    )
    if (answer.status === 200) return
  }
  throw new Error('The service did not recover')
}

describe('the database away (design 7, row 29)', () => {
  // proves: design-7.29-outage-introspect-503
  test('introspection is 503 and never says active, neither true nor false', async () => {
    expect((await introspect(service, program, tokens.access_token))['active']).toBe(true)
    await line.cutOff()
    const form = { token: tokens.access_token }
    for (let time = 0; time < 3; time += 1) {
      const answer = await postForm(service, '/api/integrations/introspect/', form, {
        authorization: program.basic,
      })
      expect(answer.status).toBe(503)
      expect(answer.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) })
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    await recovered()
    expect((await introspect(service, program, tokens.access_token))['active']).toBe(true)
  })

  // proves: design-7.29-outage-revoke-not-200, rfc7009-2.2.1-503-when-not-done, threat-revoked-token-lives
  test('revocation never says 200, and the token lives on', async () => {
    await line.cutOff()
    const answer = await postForm(
      service,
      '/o/revoke/',
      { token: tokens.access_token },
      { authorization: program.basic },
    )
    expect(answer.status).toBe(503)
    await recovered()
    expect((await introspect(service, program, tokens.access_token))['active']).toBe(true)
  })

  // proves: threat-database-outage
  test('a refresh is 503 and spends nothing', async () => {
    await line.cutOff()
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(503)
    await recovered()
    const answer = await refresh(service, program, tokens.refresh_token)
    expect(answer.status).toBe(200)
    tokens = answer.body
  })

  test('authorize is a 503 page with a reference, and neither a login page nor a redirect', async () => {
    await line.cutOff()
    const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
    expect([answer.status, answer.location]).toEqual([503, undefined])
    expect(answer.html.text).toContain(answer.headers.get('x-request-id'))
    expect(answer.body).not.toMatch(/ECONN|ENOENT|postgres|socket/i)
    await recovered()
    expect((await browser.get(authorizeAddress(newAttempt(program)), { follow: false })).location).toContain(
      'code=',
    )
  })

  test('userinfo is 503, not 401: nobody is logged out by an outage', async () => {
    await line.cutOff()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${service.baseUrl}/o/userinfo/`, { headers })).status).toBe(503)
    await recovered()
    expect((await fetch(`${service.baseUrl}/o/userinfo/`, { headers })).status).toBe(200)
  })

  test('discovery, the key set and health go on', async () => {
    await line.cutOff()
    for (const path of ['/.well-known/openid-configuration', '/o/.well-known/jwks.json', '/api/health/']) {
      expect((await fetch(service.baseUrl + path)).status).toBe(200)
    }
  })

  // proves: design-7.29-outage-heals
  test('fifty at once are all told, and all is well afterwards', async () => {
    await line.cutOff()
    const ask = () =>
      postForm(
        service,
        '/api/integrations/introspect/',
        { token: tokens.access_token },
        { authorization: program.basic },
      )
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    await recovered()
    const again = await Promise.all(Array.from({ length: 50 }, ask))
    expect(again.every(({ status }) => status === 200)).toBe(true)
  })
})

// proves: threat-database-outage
test('a statement that gets no answer is given up at its deadline, and the pool is good again afterwards', async () => {
  const other = await flakyDatabase(real)
  const pool = openPool(other.database.address, { connections: 2, deadlineMilliseconds: 200, access: 'any' })
  await pool.query`select 1 as one`
  other.fallSilent()
  await expect(pool.query`select 2 as two`).rejects.toThrow(DatabaseUnavailable)
  await other.comeBack()
  let answer: readonly unknown[] = []
  for (let attempt = 0; attempt < 50 && answer.length === 0; attempt += 1) {
    answer = await pool.query`select 3 as three`.catch(() => [])
  }
  expect(answer).toEqual([{ three: 3 }])
  await pool.close()
  await other.close()
})

test('a fault of a statement is no outage', async () => {
  const fault = await real.db.query`select 1 / 0 as nothing`.catch((error: unknown) => error)
  expect(fault).not.toBeInstanceOf(DatabaseUnavailable)
  expect(isOutage(fault)).toBe(false)
  expect(isOutage(undefined)).toBe(false)
  for (const code of ['57P01', '57P03', '53300', '08006', '25006', '25P03', '25P04']) {
    expect(isOutage(Object.assign(new Error('x'), { severity: 'ERROR', code }))).toBe(true)
  }
})

test('a server of Citus that is lost amid a statement or a commit is an outage, another internal error is not', () => {
  const internal = (routine: string, message = 'x') =>
    Object.assign(new Error(message), { severity: 'ERROR', code: 'XX000', routine })
  expect(isOutage(internal('ProcessWaitEvents', 'postmaster was shut down, exiting'))).toBe(true)
  expect(isOutage(internal('ProcessWaitEvents'))).toBe(false)
  expect(isOutage(internal('ErrorIfPostCommitFailedShardPlacements'))).toBe(true)
  expect(isOutage(internal('MarkRemoteTransactionFailed'))).toBe(true)
  expect(isOutage(internal('ReportResultError'))).toBe(true)
  expect(isOutage(internal('elog_node_display'))).toBe(false)
  expect(isOutage(Object.assign(internal('ReportResultError'), { code: '23505' }))).toBe(false)
})

test('what a transaction throws rolls back, what it returns commits (rule 8)', async () => {
  const { db } = real
  await db.query`create table rule_eight (n int)`
  await db.transaction((tx) => tx.query`insert into rule_eight values (1)`)
  const failed = db.transaction(async (tx) => {
    await tx.query`insert into rule_eight values (2)`
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await db.query`select n from rule_eight`).toEqual([{ n: 1 }])
})
