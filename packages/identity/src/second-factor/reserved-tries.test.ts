import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, isSignedIn } from '../../testing/people.ts'
import { enrol, givePassword, type SoftApp } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { type Citizen, lockCitizen, raiseSecurityVersion, setPasswordHash } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'

let service: TestService
let citizen: Citizen
let app: SoftApp
let recoveryCodes: readonly string[]
let browser: TestBrowser
let page: Visited

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  // Failures of one network over all accounts end with their hour.
  service.clock.advance(3601)
  citizen = await addCitizen(service)
  ;({ app, recoveryCodes } = await enrol(service, citizen))
  browser = service.browser()
  page = await givePassword(browser, citizen)
})
afterAll(() => service?.close())

/** The recovery codes that are left, the tries that were counted, the sessions, and what was told of a code. */
async function stored() {
  const { citizenId, email } = citizen
  const [row] = await service.database.db.query`
    select (select count(*)::int from recovery_codes where citizen_id = ${citizenId}) as codes,
           (select sum(tries)::int from half_sign_ins where citizen_id = ${citizenId}) as tries,
           (select failures from wrong_codes where citizen_id = ${citizenId}) as wrong,
           (select failures from guessed_addresses where address_hash = sha256(${email}::text::bytea)) as guesses,
           (select count(*)::int from sessions where citizen_id = ${citizenId} and proof = 'password+code') as sessions,
           (select count(*)::int from audit_events where citizen_id = ${citizenId} and name = 'recovery-code-spent') as spent,
           (select count(*)::int from audit_events where citizen_id = ${citizenId} and name = 'sign-in-failed') as failed,
           (select count(*)::int from outbox where recipient = ${email} and kind = 'recovery-code-spent') as letters`
  return row
}
const UNTOUCHED = {
  codes: 10,
  tries: 0,
  wrong: null,
  guesses: null,
  sessions: 0,
  spent: 0,
  failed: 0,
  letters: 0,
}

const type = (code = '', shown: Visited = page) =>
  browser.submit(shown, { code, shown: '' }, { follow: false })

const changes: readonly (readonly [string, (tx: Database, citizenId: string) => Promise<unknown>])[] = [
  ['all access ends', raiseSecurityVersion],
  [
    'it is suspended',
    (tx, id) => tx.query`update citizens set standing = 'suspended' where citizen_id = ${id}`,
  ],
  ['it gets another password', (tx, id) => setPasswordHash(tx, id, 'another', service.clock.now())],
  ['it is deleted', (tx, id) => tx.query`delete from citizens where citizen_id = ${id}`],
]

// proves: threat-half-signed-in
test.each(changes)(
  'a right code is not accepted where the account changes while it waits: %s',
  async (_what, change) => {
    const answer = await whileChanged(
      service.database,
      async (tx) => {
        await lockCitizen(tx, citizen.citizenId)
        await change(tx, citizen.citizenId)
      },
      () => type(recoveryCodes[0]),
    )
    expect(isSignedIn(answer)).toBe(false)
    expect(answer.html.text).toContain('Sign in again with your password')
    // The code was not compared, so no try at the account is counted.
    expect(await stored()).toEqual({ ...UNTOUCHED, tries: 1, wrong: 0, guesses: 0 })
  },
)

const triesOf = async () => {
  const [row] = await service.database.db.query<{ tries: number }>`
    select tries from half_sign_ins where citizen_id = ${citizen.citizenId}`
  return row?.tries
}

// proves: threat-half-signed-in
test('of two right codes with one ticket at once, one begins a session, and the other one is not spent', async () => {
  const [first, second] = recoveryCodes
  let both: Promise<readonly Visited[]> | undefined
  const answers = await whileChanged(
    service.database,
    async (tx) => {
      await lockCitizen(tx, citizen.citizenId)
      both = Promise.all([type(first), type(second)])
      both.catch(() => undefined)
      // Both were counted while the ticket was there.
      await expect.poll(triesOf).toBe(2)
    },
    async () => (await both) ?? [],
  )
  expect(answers.filter(isSignedIn)).toHaveLength(1)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400])
  expect(await stored()).toMatchObject({ codes: 9, sessions: 1, spent: 1, failed: 0, letters: 1 })
})

const wrongCode = () => {
  const right = [app.code(-1), app.code(), app.code(1)]
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

// proves: threat-code-guessed
test('a right code is not compared while its place waits after wrong ones, and no try is counted', async () => {
  const other = service.browser()
  const asked = await givePassword(other, citizen)
  for (let index = 0; index < 5; index += 1) await other.submit(asked, { code: wrongCode(), shown: '' })
  const before = await stored()
  const answer = await type(recoveryCodes[0])
  expect([answer.status, isSignedIn(answer)]).toEqual([429, false])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await stored()).toEqual(before)
})

// proves: threat-code-guessed
test('nor in a browser that the account does not know, after a hundred failures in a row', async () => {
  await type(wrongCode())
  await service.database.db.query`update guessed_addresses set failures = 100`
  const before = await stored()
  const answer = await type(recoveryCodes[0])
  expect(isSignedIn(answer)).toBe(false)
  expect(answer.html.querySelector('h1')?.text).toBe('First confirm that it is you')
  expect(await stored()).toEqual(before)
})
