import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import { type Entered, enterProgram, introspect } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import type { CodeRedemption } from '../../access/index.ts'
import { unixMilliseconds } from '../../platform/clock.ts'
import { refuseCode } from './refuse-code.ts'

let service: TestService
let program: TestClient
let other: TestClient
let entered: Entered
/** The spent code, as the rightful program gave it. */
let redemption: CodeRedemption

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service)
})
afterAll(() => service.close())
beforeEach(async () => {
  const citizen = await addCitizen(service)
  entered = await enterProgram(service, program, citizen)
  const [code] = await db().query<
    Pick<CodeRedemption, 'codeHash' | 'clientId' | 'redirectUri' | 'codeChallenge' | 'revision'>
  >`select code_hash as "codeHash", client_id as "clientId", redirect_uri as "redirectUri", code_challenge as "codeChallenge", revision
      from authorization_codes join clients using (client_id) where citizen_id = ${citizen.citizenId}`
  if (!code) throw new Error('The code is gone')
  const nothing = Buffer.alloc(32)
  redemption = {
    ...{ ...code, citizenId: citizen.citizenId, grantId: citizen.citizenId, eventId: citizen.citizenId },
    ...{ accessTokenHash: nothing, refreshTokenHash: nothing, address: '', requestId: '' },
    eventAt: unixMilliseconds(0),
  }
})

const db = () => service.database.db
const unspend = () => db().query`
  update authorization_codes set spent_at = null where citizen_id = ${redemption.citizenId}`
const burn = () => db().query`
  update authorization_codes set wrong_verifiers = 5 where citizen_id = ${redemption.citizenId}`
const expire = () => db().query`
  update authorization_codes set expires_at = to_timestamp(${service.clock.now()}) where citizen_id = ${redemption.citizenId}`
const isActive = async () => (await introspect(service, program, entered.tokens.access_token))['active']
const events = async () => {
  const rows = await db().query<{ name: string }>`
    select name from audit_events where citizen_id = ${redemption.citizenId} and name like 'code-%'`
  return rows.map(({ name }) => name)
}
const revisionOf = async (clientId: string) => {
  const [row] = await db().query<{ revision: number }>`
    select revision from clients where client_id = ${clientId}`
  return row?.revision ?? 0
}
const refusalOf = (changes: Partial<CodeRedemption> = {}) =>
  refuseCode(service.foundation, { ...redemption, ...changes }).then((answer) => !answer.ok && answer.refusal)

// proves: threat-grant-ended-or-kept
test('only the rightful program, with the whole proof, learns of a replay and ends the grant', async () => {
  const ofOther = { clientId: other.clientId, revision: await revisionOf(other.clientId) }
  expect(await refusalOf(ofOther)).toBe('other-client')
  expect(await refusalOf({ redirectUri: `${redemption.redirectUri}x` })).toBe('redirect-uri-mismatch')
  expect(await refusalOf({ codeChallenge: 'x' })).toBe('wrong-verifier')
  expect([await isActive(), await events()]).toEqual([true, []])
  expect(await refusalOf()).toBe('replayed')
  expect([await isActive(), await events()]).toEqual([false, ['code-replayed']])
})

test('a burned code stays burned, and is told once', async () => {
  await unspend()
  for (let time = 0; time < 5; time += 1)
    expect(await refusalOf({ codeChallenge: 'x' })).toBe('wrong-verifier')
  expect(await events()).toEqual(['code-burned'])
  expect([await refusalOf({ codeChallenge: 'x' }), await refusalOf()]).toEqual(['burned', 'burned'])
  expect(await events()).toEqual(['code-burned'])
})

test('a burned code that was spent ends nothing', async () => {
  await burn()
  expect([await refusalOf(), await isActive()]).toEqual(['burned', true])
})

test('whoever comes too late is told so, and not that something has ended', async () => {
  await unspend()
  expect(await refusalOf()).toBe('ended')
  await expire()
  expect(await refusalOf()).toBe('expired')
})

test('a client that has changed meanwhile is asked afresh', async () => {
  expect(await refusalOf({ revision: redemption.revision + 1 })).toBe('client-changed')
})
