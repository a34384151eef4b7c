import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import {
  type Citizen,
  reinstateCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from '../../citizens/index.ts'
import { addClientSecret, findClientSecrets, removeClient, retireClientSecret } from '../../clients/index.ts'

let service: TestService
let program: TestClient
let citizen: Citizen
let entered: Entered
/** A code that was not exchanged yet. */
let pending: { readonly verifier: string; readonly code: string }

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

beforeEach(async () => {
  program = await addProgram(service)
  citizen = await addCitizen(service)
  entered = await enterProgram(service, program, citizen)
  const attempt = newAttempt(program)
  pending = { ...attempt, code: await obtainCode(entered.browser, attempt) }
})

/** The citizen gives the proof of the address again, as the mailed link does. */
function verify(): Promise<unknown> {
  return service.database.db.query`
    update citizens set email_verified = true where citizen_id = ${citizen.citizenId}`
}

async function expectNothingLives(): Promise<void> {
  const { browser, tokens } = entered
  expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  expect((await fetch(`${service.baseUrl}/o/userinfo/`, { headers })).status).toBe(401)
  expect((await refresh(service, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await exchange(service, program, pending)).body.error).toBe('invalid_grant')
  const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect(answer.location).toMatch(/\/login\//)
}

describe('what an operator ended stays ended (contract 3)', () => {
  const request = () => ({ emailOrSubject: citizen.subject, reason: 'a reason' })

  // proves: threat-disabled-client-revived
  test('citizen suspend, then reinstate', async () => {
    await suspendCitizen(service.foundation, request())
    await reinstateCitizen(service.foundation, request())
    await expectNothingLives()
  })

  test('citizen require-verification, then the address is confirmed', async () => {
    await requireVerification(service.foundation, request())
    await verify()
    await expectNothingLives()
  })

  test('citizen sign-out, then the citizen signs in again elsewhere', async () => {
    await signOutCitizen(service.foundation, request())
    await signIn(service.browser(), citizen)
    await expectNothingLives()
  })

  // proves: threat-disabled-client-revived
  test('client remove, then a program of the same name is added', async () => {
    await removeClient(service.foundation, program.clientId)
    const again = await addProgram(service)
    expect(again.clientId).not.toBe(program.clientId)
    expect(await introspect(service, again, entered.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, again, entered.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await exchange(service, again, pending)).body.error).toBe('invalid_grant')
    for (const caller of [
      refresh(service, program, entered.tokens.refresh_token),
      exchange(service, program, pending),
    ])
      expect((await caller).body.error).toBe('invalid_client')
  })

  test('client secret retire, then another secret is added; the grants are the client’s and go on', async () => {
    const { clientId } = program
    const [secret] = await findClientSecrets(service.database.db, clientId)
    if (!secret) throw new Error('No secret')
    await retireClientSecret(service.foundation, { clientId, secretId: secret.secretId })
    const added = await addClientSecret(service.foundation, clientId, { label: 'new', expiresAt: null })
    if (!added.ok) throw new Error('No new secret')
    const { tokens } = entered
    expect((await refresh(service, program, tokens.refresh_token)).body.error).toBe('invalid_client')
    expect((await exchange(service, program, pending)).body.error).toBe('invalid_client')
    const renewed = { ...program, basic: basic(clientId, added.value.clientSecret.reveal()) }
    expect((await refresh(service, renewed, tokens.refresh_token)).status).toBe(200)
  })
})
