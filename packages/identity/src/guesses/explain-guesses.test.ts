import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { forgiveInRooms } from '../rooms.ts'
import { forgiveCitizen } from './forgive-citizen.ts'
import { addressHash, IN_A_ROW } from './guessed-address-store.ts'

let service: TestService
let citizen: Citizen
/** Another account is closed to new browsers, and its own browser has no tries left. */
beforeAll(async () => {
  service = await startTestService()
  citizen = await addCitizen(service)
  await signIn(service.browser(), citizen)
  await setBrowsers(IN_A_ROW.most)
  await guess('wrong')
  await setInARow(IN_A_ROW.most)
  expect(await about('closed-to-new-browsers')).toBeDefined()
  expect(await about('browsers-out-of-tries')).toBeDefined()
})
beforeEach(async () => {
  citizen = await addCitizen(service)
})
afterAll(() => service.close())

const about = async (name: string) => (await explained(service, citizen)).get(name)
const guess = async (password: string, browser = service.browser()) =>
  browser.submit(await browser.get('/login/'), { email: citizen.email, password })
const setInARow = (failures: number) => service.database.db.query`
  update guessed_addresses set failures = ${failures} where address_hash = ${addressHash(citizen.email)}`
const setBrowsers = (failures: number) => service.database.db.query`
  update known_devices set failures = ${failures} where citizen_id = ${citizen.citizenId}`

test('a hundred wrong passwords in a row close the account to new browsers; ninety-nine do not', async () => {
  await guess('wrong')
  await setInARow(IN_A_ROW.most - 1)
  expect(await about('closed-to-new-browsers')).toBeUndefined()
  await setInARow(IN_A_ROW.most)
  const until = plusSeconds(service.clock.now(), IN_A_ROW.secondsEach)
  expect(await about('closed-to-new-browsers')).toMatchObject({
    weight: 'stops',
    found: expect.stringContaining(`Until ${inWords(until)}`),
    mayDo: expect.stringContaining(`portico citizen forgive-failures ${citizen.subject}`),
  })
  const forgiven = { emailOrSubject: citizen.email, reason: 'She called' }
  await forgiveCitizen({ ...service.foundation, forgive: forgiveInRooms }, forgiven)
  expect(await about('closed-to-new-browsers')).toBeUndefined()
})

test('it is over when its time is over', async () => {
  await guess('wrong')
  await setInARow(IN_A_ROW.most)
  service.clock.advance(IN_A_ROW.secondsEach)
  expect(await about('closed-to-new-browsers')).toBeUndefined()
})

test('an address that nobody has can be closed as well, and there is nobody to forgive', async () => {
  const nobody = { ...citizen, email: 'nobody.here@example.test' }
  await guess('wrong', service.browser())
  citizen = nobody
  await guess('wrong')
  await setInARow(IN_A_ROW.most)
  const found = (await explained(service, { email: nobody.email })).get('closed-to-new-browsers')
  expect(found?.weight).toBe('stops')
  expect(found).not.toHaveProperty('mayDo')
})

test('browsers that the account knows, and that have no tries left, are counted', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  expect(await about('browsers-out-of-tries')).toBeUndefined()
  await setBrowsers(IN_A_ROW.most)
  expect((await about('browsers-out-of-tries'))?.found).toMatch(/^1 browser that the account knows may not/)
})

test('an account at which many guess is told, and one with a few mistakes is not', async () => {
  await guess('wrong')
  expect(await about('many-guess-at-it')).toBeUndefined()
  await service.database.db.query`update sign_in_failures set failures = 51 where forget_at > now() or true`
  expect((await about('many-guess-at-it'))?.found).toMatch(/^51 wrong passwords came within an hour/)
})
