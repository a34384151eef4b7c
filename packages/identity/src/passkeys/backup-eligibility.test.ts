import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { enterWith, FLAGS, SoftPasskey } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const PERSON = FLAGS.present | FLAGS.verified
const ELIGIBLE = PERSON | FLAGS.eligible
const SYNCED = ELIGIBLE | FLAGS.backedUp
const PAGE = '/account/passkeys/'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.advance(61))
afterAll(() => service?.close())

/** A passkey that was made with these flags. */
async function made(flags: number) {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  const passkey = new SoftPasskey(service.baseUrl)
  const fields = passkey.made(await browser.get(PAGE), { flags: flags | FLAGS.attested })
  const answer = await browser.post('/account/passkeys/add/', fields, { follow: false })
  return { citizen, passkey, status: answer.status }
}

const stored = async ({ citizenId }: { readonly citizenId: string }) =>
  service.database.db.query`
    select backup_eligible as eligible, backed_up as backed from passkeys where citizen_id = ${citizenId}`

const refusals = async ({ citizenId }: { readonly citizenId: string }) =>
  service.database.db.query`
    select details ->> 'reason' as reason from audit_events
     where citizen_id = ${citizenId} and name = 'passkey-refused'`

describe('a passkey that can be backed up says so each time (WebAuthn level 3 sections 6.1.3 and 7.2)', () => {
  // proves: webauthn-7.2-answer
  test.each([
    ['could not, and now could', PERSON, ELIGIBLE],
    ['could not, and now is', PERSON, SYNCED],
    ['could, and now could not', ELIGIBLE, PERSON],
    ['was, and now could not', SYNCED, PERSON],
  ])('one that %s is refused, and nothing of it is stored', async (_, before, after) => {
    const { citizen, passkey } = await made(before)
    const known = await stored(citizen)
    const answer = await enterWith(service.browser(), passkey, { flags: after })
    expect([answer.status, answer.html.querySelector('.summary')?.text]).toEqual([
      400,
      expect.stringContaining('This passkey cannot be used here'),
    ])
    expect(await refusals(citizen)).toEqual([{ reason: 'backup-eligibility-changed' }])
    expect(await stored(citizen)).toEqual(known)
    expect((await enterWith(service.browser(), passkey, { flags: before })).status).toBe(303)
  })

  test('one that is backed up and cannot be is refused, when it is made and when it is used', async () => {
    expect((await made(PERSON | FLAGS.backedUp)).status).toBe(400)
    const { citizen, passkey } = await made(PERSON)
    expect((await enterWith(service.browser(), passkey, { flags: PERSON | FLAGS.backedUp })).status).toBe(400)
    expect(await refusals(citizen)).toEqual([{ reason: 'not-fitting' }])
  })

  test('one that was backed up since signs in, and the list says so', async () => {
    const { citizen, passkey } = await made(ELIGIBLE)
    expect(await stored(citizen)).toEqual([{ eligible: true, backed: false }])
    expect((await enterWith(service.browser(), passkey, { flags: SYNCED })).status).toBe(303)
    expect(await stored(citizen)).toEqual([{ eligible: true, backed: true }])
    expect((await enterWith(service.browser(), passkey, { flags: ELIGIBLE })).status).toBe(303)
  })

  test('one of an earlier release gets the value at its first use, and keeps it', async () => {
    const { citizen, passkey } = await made(PERSON)
    await service.database.db.query`
      update passkeys set backup_eligible = null where citizen_id = ${citizen.citizenId}`
    expect((await enterWith(service.browser(), passkey, { flags: SYNCED })).status).toBe(303)
    expect(await stored(citizen)).toEqual([{ eligible: true, backed: true }])
    expect((await enterWith(service.browser(), passkey, { flags: PERSON })).status).toBe(400)
    expect((await refusals(citizen)).at(-1)).toEqual({ reason: 'backup-eligibility-changed' })
  })

  test('a counter that does not rise is still told from it', async () => {
    const { citizen, passkey } = await made(PERSON)
    passkey.counter = 5
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
    expect((await enterWith(service.browser(), passkey)).status).toBe(400)
    expect(await refusals(citizen)).toEqual([{ reason: 'counter-did-not-rise' }])
  })
})
