import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { mintToken } from '../platform/opaque-token.ts'
import { insertRecoveryLink } from './recovery-link-store.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function waitingLetters(kind: string): Promise<number> {
  const rows = await service.database.db.query`select message_id from outbox where kind = ${kind}`
  return rows.length
}

test('after a reset, a browser that was known before is announced like a stranger', async () => {
  const citizen = await addCitizen(service)
  const [first, intruder] = [service.browser(), service.browser()]
  await signIn(first, citizen)
  await signIn(intruder, citizen)
  expect(await waitingLetters('new-device')).toBe(1)

  const { db, clock, random } = service.foundation
  const { value, hash } = mintToken(random, 'recovery-link', citizen.citizenId)
  const now = clock.now()
  await insertRecoveryLink(db, {
    citizenId: citizen.citizenId,
    hash,
    securityVersion: 1,
    createdAt: now,
    expiresAt: (now + 1800) as typeof now,
  })
  const password = `${TEST_PASSWORD} again`
  const page = await first.get(`/recover/confirm/?link=${value.reveal()}`)
  expect((await first.submit(page, { password }, { follow: false })).status).toBe(303)

  await signIn(first, citizen, password)
  expect(await waitingLetters('new-device')).toBe(1)
  await signIn(intruder, citizen, password)
  expect(await waitingLetters('new-device')).toBe(2)
})
