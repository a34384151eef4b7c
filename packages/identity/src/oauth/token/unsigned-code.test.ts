import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../../testing/people.ts'
import { exchange, newAttempt, obtainCode } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { keyring } from '../../platform/keyring.ts'
import { rotateSigningKeys } from '../../signing-keys/index.ts'

let service: TestService

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  service = await startTestService()
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})

// proves: threat-unsigned-code
test('while no key can sign, a code is answered 503 and not spent, and neither is a wrong one told apart', async () => {
  const { foundation, database } = service
  const program = await addProgram(service)
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const other = keyring([Buffer.alloc(32, 9)], foundation.random)
  const kid = await rotateSigningKeys({ ...foundation, keyring: other }, 'emergency')
  await passKeyReload()
  for (const changes of [{}, { code: `${code.slice(0, -1)}x` }]) {
    const refused = await exchange(service, program, { ...attempt, code }, changes)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  }
  await database.db.query`delete from signing_keys where kid = ${kid}`
  await database.db.query`update signing_keys set published_until = null`
  await passKeyReload()
  expect(await exchange(service, program, { ...attempt, code })).toMatchObject({ status: 200 })
})

/** The service reads its keys again. */
async function passKeyReload(): Promise<void> {
  vi.advanceTimersByTime(60_000)
  await service.service.signer.canSign()
}
