import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { enrol, givePassword } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { forgiveInRooms } from '../rooms.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('an account with an app tells so, with the recovery codes that are left; one without tells nothing', async () => {
  const citizen = await addCitizen(service)
  expect((await explained(service, citizen)).has('code-asked-for')).toBe(false)
  await enrol(service, citizen)
  expect((await explained(service, citizen)).get('code-asked-for')).toMatchObject({
    weight: 'tells',
    found: expect.stringMatching(/1 app for codes\. .* 10 recovery codes are left\./),
    mayDo: expect.stringContaining(`reset-second-factor ${citizen.subject}`),
  })
})

/** A citizen with so many wrong codes in a row, and what a supporter is told of them. */
async function citizenWith(failures: number) {
  const citizen = await addCitizen(service)
  await enrol(service, citizen)
  const browser = service.browser()
  await browser.submit(await givePassword(browser, citizen), { code: '000000' })
  const set = (failures: number) => service.database.db.query`
    update wrong_codes set failures = ${failures} where citizen_id = ${citizen.citizenId}`
  const about = async () => (await explained(service, citizen)).get('codes-closed-to-new-browsers')
  await set(failures)
  return { citizen, set, about }
}

test('a hundred wrong codes from browsers that it does not know are told, until an operator forgives them', async () => {
  const { citizen, set, about } = await citizenWith(99)
  expect(await about()).toBeUndefined()
  await set(100)
  expect((await about())?.weight).toBe('stops')
  const forgiven = { emailOrSubject: citizen.subject, reason: 'She called' }
  await forgiveCitizen({ ...service.foundation, forgive: forgiveInRooms }, forgiven)
  expect(await about()).toBeUndefined()
})

test('wrong codes that are forgotten, and those of another password, are not told', async () => {
  const { db } = service.database
  const late = await citizenWith(100)
  expect(await late.about()).toBeDefined()
  await db.query`
    update wrong_codes set forget_at = to_timestamp(${service.clock.now()}) where citizen_id = ${late.citizen.citizenId}`
  expect(await late.about()).toBeUndefined()
  const renewed = await citizenWith(100)
  expect(await renewed.about()).toBeDefined()
  await db.query`
    update citizens set password_hash = password_hash || ' of another password' where citizen_id = ${renewed.citizen.citizenId}`
  expect(await renewed.about()).toBeUndefined()
})
