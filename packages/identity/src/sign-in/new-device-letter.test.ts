import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { MOST_LETTERS_PER_HOUR } from '../mail/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  citizen = await addCitizen(service)
  await signIn(service.browser(), citizen)
})
afterAll(() => service?.close())

const enter = () => signIn(service.browser(), citizen)

/** The letters about new browsers, the oldest first: whether each is the last one for a while. */
async function letters(): Promise<readonly boolean[]> {
  const { db, keyring } = service.foundation
  const rows = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${citizen.email} and kind = 'new-device' order by created_at, message_id`
  return rows.map(({ id, sealed }) => {
    const { letter } = openLetter(keyring, id, sealed)
    return letter.kind === 'new-device' && letter.isLast === true
  })
}

/** What the events of new browsers say about their letters, the oldest first. */
async function events(): Promise<readonly (string | null)[]> {
  const rows = await service.foundation.db.query<{ letter: string | null }>`
    select details ->> 'letter' as letter from audit_events
     where citizen_id = ${citizen.citizenId} and name = 'signed-in' and details ->> 'device' = 'new' order by written_in`
  return rows.map(({ letter }) => letter)
}

// proves: threat-letter-flood
test('the fifth letter of an hour says that more may come without one, and the events say which had none', async () => {
  for (let at = 0; at < MOST_LETTERS_PER_HOUR + 2; at += 1) {
    service.clock.advance(60)
    await enter()
  }
  expect(await letters()).toEqual([false, false, false, false, true])
  expect(await events()).toEqual([null, null, null, null, null, 'none', 'none'])
  const browser = service.browser()
  await signIn(browser, citizen)
  const activity = await browser.get('/account/activity/')
  expect(activity.html.text.match(/Signed in with the password/g)).toHaveLength(MOST_LETTERS_PER_HOUR + 4)
})

test('a flood keeps letters back for an hour at most: each sign-in without one comes after a letter that says so', async () => {
  for (let at = 0; at < 12; at += 1) {
    service.clock.advance(11 * 60)
    await enter()
  }
  const written = (await events()).map((letter) => letter !== 'none')
  expect(written).toEqual([true, true, true, true, true, false, true, true, true, true, true, false])
  expect(await letters()).toEqual([false, false, false, false, ...Array<boolean>(6).fill(true)])
})

test('many at once get no more letters than one after the other', async () => {
  for (let at = 0; at < 3; at += 1) await enter()
  await Promise.all(Array.from({ length: 4 }, enter))
  expect((await letters()).toSorted()).toEqual([false, false, false, false, true])
  expect((await events()).filter((letter) => letter === 'none')).toHaveLength(2)
})
