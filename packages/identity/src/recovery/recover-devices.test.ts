import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { LINK_KINDS, storeLink } from '../mailed-links/index.ts'
import { UTC } from '../platform/date-words.ts'

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

  const needs = { ...service.foundation, baseUrl: service.baseUrl, serviceName: 'portico', timeZone: UTC }
  const { citizenId } = citizen
  const { address: link } = await storeLink(needs, LINK_KINDS.recovery, { citizenId, securityVersion: 1 })
  const password = `${TEST_PASSWORD} again`
  const page = await first.get(link.reveal())
  expect((await first.submit(page, { password }, { follow: false })).status).toBe(303)

  await signIn(first, citizen, password)
  expect(await waitingLetters('new-device')).toBe(1)
  await signIn(intruder, citizen, password)
  expect(await waitingLetters('new-device')).toBe(2)
})
