import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findSignedIn } from '../access/index.ts'
import { type Citizen, raiseSecurityVersion, setPasswordHash } from '../citizens/index.ts'
import { countersOf } from '../guesses/guess.ts'
import { rememberDevice } from '../guesses/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { signCitizenIn } from './sign-citizen-in.ts'
import { openSignInSetup, type SignInSetup } from './sign-in.fixture.ts'

const WRONG = { ok: false, refusal: 'wrong' }
let shared: Awaited<ReturnType<typeof openSignInSetup>>
let setup: SignInSetup

beforeAll(async () => {
  shared = await openSignInSetup()
})
afterAll(() => shared.database.drop())
beforeEach(async () => {
  setup = await shared.nextSetup()
})

const signIn = (password?: string) => signCitizenIn(setup.needs, setup.attempt(password))

/** Makes the browser of all attempts one that the account knows. */
async function knowTheBrowser(): Promise<void> {
  await rememberDevice(setup.needs, {
    citizenId: setup.ada.citizenId,
    deviceHash: setup.attempt().deviceHash,
  })
}

async function sessionsOfAda(): Promise<unknown[]> {
  return shared.database.db.query`select session_id from sessions where citizen_id = ${setup.ada.citizenId}`
}

async function eventsOfAda() {
  return shared.database.db.query<{ name: string; device: string; sessionId: string; at: number }>`
    select name, details->>'device' as device, session_id as "sessionId", (extract(epoch from at) * 1000)::bigint as at
      from audit_events where citizen_id = ${setup.ada.citizenId} order by event_id`
}

/** What ends a proof: each within the transaction that it is given. */
const changes: readonly [string, (db: Database, ada: Citizen) => Promise<unknown>][] = [
  [
    'the password is changed',
    (db, ada) => setPasswordHash(db, ada.citizenId, `${ada.passwordHash}x`, setup.clock.now()),
  ],
  ['everything is ended', (db, ada) => raiseSecurityVersion(db, ada.citizenId)],
  [
    'the citizen is suspended',
    (db, ada) => db.query`update citizens set standing = 'suspended' where citizen_id = ${ada.citizenId}`,
  ],
  [
    'the account is closed',
    (db, ada) => db.query`update citizens set standing = 'closed' where citizen_id = ${ada.citizenId}`,
  ],
]

describe.each([
  ['that is new', async (): Promise<void> => undefined],
  ['that the account knows', knowTheBrowser],
] as const)('from a browser %s', (_which, prepare) => {
  beforeEach(() => prepare())

  test('the right password lets the citizen in', async () => {
    expect((await signIn()).ok).toBe(true)
    expect(await sessionsOfAda()).toHaveLength(1)
  })
  test.each(changes)('%s while the password is compared: nobody is let in', async (_change, make) => {
    const passwords = setup.whileComparing(() => make(shared.database.db, setup.ada))
    expect(await signCitizenIn({ ...setup.needs, passwords }, setup.attempt())).toEqual(WRONG)
    expect([await sessionsOfAda(), await eventsOfAda()]).toEqual([[], []])
  })
  test.each(changes)(
    '%s, which is committed when the session is about to start: nobody is let in',
    async (_change, make) => {
      const { attempted } = await shared.database.db.transaction(async (tx) => {
        await make(tx, setup.ada)
        const attempted = signIn()
        await vi.waitUntil(shared.database.isSomebodyWaiting, { timeout: 60_000 })
        return { attempted }
      })
      expect(await attempted).toEqual(WRONG)
      expect([await sessionsOfAda(), await eventsOfAda()]).toEqual([[], []])
    },
  )
  test('all failures in this place are forgiven, and none elsewhere', async () => {
    const elsewhere = {
      ...setup.attempt('nope'),
      deviceHash: Buffer.alloc(32, 9),
      origin: { actor: 'anonymous' as const, address: '198.51.100.1' },
    }
    for (let failure = 0; failure < 4; failure += 1) expect(await signIn('nope')).toEqual(WRONG)
    for (let failure = 0; failure < 5; failure += 1)
      expect(await signCitizenIn(setup.needs, elsewhere)).toEqual(WRONG)
    expect((await signIn()).ok).toBe(true)
    for (let failure = 0; failure < 5; failure += 1) expect(await signIn('nope')).toEqual(WRONG)
    expect(await signIn()).toEqual({ ok: false, refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' } })
    expect(await signCitizenIn(setup.needs, elsewhere)).toEqual({
      ok: false,
      refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' },
    })
  })
})

describe('a browser that the account knows', () => {
  beforeEach(() => knowTheBrowser())

  test('gets a session that its cookie finds, just as it was told, and one event tells of it', async () => {
    setup.clock.advance(0.123)
    const started = await signCitizenIn(setup.needs, { ...setup.attempt(), userAgent: 'Firefox of a kind' })
    if (!started.ok || started.value.kind !== 'entered') throw new Error('Not let in')
    const { session, cookieValue, displaced } = started.value.started
    expect(displaced).toBeUndefined()
    expect((await findSignedIn(setup.needs, cookieValue.reveal()))?.session).toEqual(session)
    expect(session).toMatchObject({ userAgent: 'Firefox of a kind', address: '192.0.2.7' })
    const at = setup.clock.nowMilliseconds()
    expect(await eventsOfAda()).toEqual([
      { name: 'signed-in', device: 'known', sessionId: session.sessionId, at },
    ])
  })
  test('is seen, so that it is not forgotten with those that were not for a year', async () => {
    setup.clock.advance(1000)
    await signIn()
    const [device] = await shared.database.db.query`
      select extract(epoch from last_seen_at)::bigint as seen from known_devices where citizen_id = ${setup.ada.citizenId}`
    expect(device).toEqual({ seen: setup.clock.now() })
  })
  test('is announced like a stranger where the account forgets it while the password is compared', async () => {
    const passwords = setup.whileComparing(async () => {
      await shared.database.db.query`delete from known_devices where citizen_id = ${setup.ada.citizenId}`
      await rememberDevice(setup.needs, {
        citizenId: setup.ada.citizenId,
        deviceHash: Buffer.alloc(32, 7),
      })
    })
    expect((await signCitizenIn({ ...setup.needs, passwords }, setup.attempt())).ok).toBe(true)
    expect(await sessionsOfAda()).toHaveLength(1)
    expect(await eventsOfAda()).toMatchObject([{ name: 'signed-in', device: 'new' }])
    const letters = await shared.database.db.query`
      select kind from outbox where recipient = ${setup.ada.email} and kind = 'new-device'`
    expect(letters).toHaveLength(1)
  })
  test('keeps its session where it holds one', async () => {
    const first = await signIn()
    const startedBy = (signedIn: typeof first) =>
      signedIn.ok && signedIn.value.kind === 'entered' ? signedIn.value.started : undefined
    const cookieValue = startedBy(first)?.cookieValue.reveal()
    const again = await signCitizenIn(setup.needs, { ...setup.attempt(), cookieValue })
    expect([startedBy(again)?.session.sessionId, await sessionsOfAda()]).toEqual([
      startedBy(first)?.session.sessionId,
      [expect.anything()],
    ])
  })
  test('signs in many times at once while others guess: each counts for itself, and none waits for ever', async () => {
    const guess = (at: number) =>
      signCitizenIn(setup.needs, {
        ...setup.attempt('nope'),
        deviceHash: Buffer.alloc(32, 9),
        origin: { actor: 'anonymous' as const, address: `198.51.100.${at}` },
      })
    for (let round = 0; round < 8; round += 1) {
      const guesses = [1, 2, 3].map((guesser) => guess(round * 3 + guesser))
      const right = await Promise.all(Array.from({ length: 5 }, () => signIn()))
      expect(right.every(({ ok }) => ok)).toBe(true)
      expect(await Promise.all(guesses)).toEqual([WRONG, WRONG, WRONG])
    }
    expect(await sessionsOfAda()).toHaveLength(40)
    const { account, known } = countersOf({ ...setup.attempt(), networks: [] })
    const device = known[0]?.key ?? null
    const counters = await shared.database.db.query`
      select attempt_key as key, failures from sign_in_failures where attempt_key in (${account}, ${device})`
    expect(counters).toEqual([{ key: account, failures: 24 }])
  })
})
