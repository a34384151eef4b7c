import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { enrol } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'

const DAY_SECONDS = 24 * 60 * 60
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service.close())

/** The instants of the apps that the page for a new password says it removes. */
async function saidBefore({ email }: Citizen): Promise<readonly (string | undefined)[]> {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email })
  const page = await browser.get(linkPathIn(await newestLetter(service.foundation, 'recovery', email)))
  expect(page.status).toBe(200)
  const times = page.html.querySelectorAll('section[aria-labelledby=removes] time')
  return times.map((time) => time.getAttribute('datetime'))
}

// proves: recent-apps-said-before
test('the page for the new password says before it which app goes, by the instant', async () => {
  const citizen = await addCitizen(service)
  await enrol(service, citizen)
  const addedAt = service.clock.now()
  await enrol(service, await addCitizen(service))
  const [said, ...more] = await saidBefore(citizen)
  expect([Math.abs(Date.parse(said ?? '') / 1000 - addedAt) <= 60, more]).toEqual([true, []])
  service.clock.advance(3 * DAY_SECONDS)
  expect(await saidBefore(citizen)).toEqual([])
})

// proves: recent-apps-said-before
test('and none where the account had codes before: that app stays', async () => {
  const citizen = await addCitizen(service)
  await enrol(service, citizen)
  expect(await saidBefore(citizen)).toHaveLength(1)
  const now = service.clock.now()
  await service.foundation.db.query`
    insert into former_codes (citizen_id, trusted_since, removed_at)
    values (${citizen.citizenId}, to_timestamp(${now - 10 * DAY_SECONDS}), to_timestamp(${now}))`
  service.clock.advance(3601)
  expect(await saidBefore(citizen)).toEqual([])
})
