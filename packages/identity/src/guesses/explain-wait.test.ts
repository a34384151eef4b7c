import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, reinstateCitizen, suspendCitizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { forgiveInRooms } from '../rooms.ts'
import { forgiveCitizen } from './forgive-citizen.ts'
import { accountKey, FIRST_DELAY_SECONDS } from './guess.ts'

let service: TestService
let citizen: Citizen
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  // The failures of the tests are those of one network.
  await service.database.db.query`delete from sign_in_failures`
  citizen = await addCitizen(service)
})
afterAll(() => service.close())

const about = async (name: string) => (await explained(service, citizen)).get(name)
const guess = async (password: string, browser = service.browser()) =>
  browser.submit(await browser.get('/login/'), { email: citizen.email, password })
const signOut = async (browser: TestBrowser) =>
  browser.submit(await browser.get('/account/'), {}, { button: 'Sign out' })

test('a place that waits after wrong passwords is told until its end, and forgiving does not end it', async () => {
  const browser = service.browser()
  for (let time = 1; time < 6; time += 1) await guess('wrong', browser)
  expect((await guess(TEST_PASSWORD, browser)).status).toBe(429)
  const until = inWords(plusSeconds(service.clock.now(), FIRST_DELAY_SECONDS))
  const told = {
    weight: 'stops',
    found: expect.stringMatching(
      new RegExp(
        `a place that the account does not know: it waits until ${until}\\..*nobody can end it earlier`,
      ),
    ),
    tell: expect.stringContaining(`wait until ${until}`),
  }
  expect(await about('waits-after-wrong-passwords')).toMatchObject(told)
  await signIn(service.browser(), await addCitizen(service))
  expect(await about('waits-after-wrong-passwords')).toMatchObject(told)
  const forgiven = { emailOrSubject: citizen.email, reason: 'She called' }
  await forgiveCitizen({ ...service.foundation, forgive: forgiveInRooms }, forgiven)
  expect(await about('waits-after-wrong-passwords')).toMatchObject(told)
  expect((await guess(TEST_PASSWORD, browser)).status).toBe(429)
  service.clock.advance(FIRST_DELAY_SECONDS)
  expect(await about('waits-after-wrong-passwords')).toBeUndefined()
  expect((await guess(TEST_PASSWORD, browser)).status).toBe(200)
})

test('a browser that the account knows waits by itself, and is told even where its tries were forgiven', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  await signOut(browser)
  service.clock.advance(60)
  for (let time = 1; time < 6; time += 1) await guess('wrong', browser)
  const forgiven = { emailOrSubject: citizen.email, reason: 'She called' }
  await forgiveCitizen({ ...service.foundation, forgive: forgiveInRooms }, forgiven)
  // As many browsers of another account as are looked at were seen later.
  await service.database.db.query`
    insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at)
    select ${(await addCitizen(service)).citizenId}, sha256(n::text::bytea), now(), now() + interval '1 day'
      from generate_series(1, 20) as n`
  expect(await about('waits-after-wrong-passwords')).toMatchObject({
    weight: 'stops',
    found: expect.stringMatching(
      /^Too many wrong passwords or codes came from a browser that the account knows/,
    ),
  })
})

test('where somebody has signed in since, or many guess, a wait keeps out some tries only', async () => {
  const [known, stranger] = [service.browser(), service.browser()]
  await signIn(known, citizen)
  await signOut(known)
  service.clock.advance(60)
  for (let time = 1; time < 9; time += 1) {
    await guess('wrong', stranger)
    service.clock.advance(2 ** Math.max(0, time - 4))
  }
  await guess('wrong', stranger)
  expect((await about('waits-after-wrong-passwords'))?.weight).toBe('stops')
  service.clock.advance(1)
  await signIn(known, citizen)
  expect((await about('waits-after-wrong-passwords'))?.weight).toBe('slows')
  service.clock.advance(60)
  await guess('wrong', stranger)
  expect((await about('waits-after-wrong-passwords'))?.weight).toBe('stops')
  expect(await about('many-guess-at-it')).toBeUndefined()
  await service.database.db
    .query`update sign_in_failures set failures = 51 where attempt_key = ${accountKey(citizen.email)}`
  expect((await about('waits-after-wrong-passwords'))?.weight).toBe('slows')
})

test('a wait from a wrong clock, and the wait at an account that takes no password, are not told', async () => {
  for (let time = 1; time < 6; time += 1) await guess('wrong')
  expect(await about('waits-after-wrong-passwords')).toBeDefined()
  await suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'Fraud' })
  expect(await about('waits-after-wrong-passwords')).toBeUndefined()
  await reinstateCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'Cleared' })
  expect(await about('waits-after-wrong-passwords')).toBeDefined()
  await service.database.db
    .query`update sign_in_failures set blocked_until = (blocked_until at time zone 'UTC' + interval '1 day') at time zone 'UTC' where blocked_until > to_timestamp(0)`
  expect(await about('waits-after-wrong-passwords')).toBeUndefined()
})
