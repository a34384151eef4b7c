import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPasswordHasher, type PasswordHasher } from '../passwords/index.ts'
import { provePassword } from './prove-password.ts'
import { openSignInSetup, type SignInSetup } from './sign-in.fixture.ts'

let shared: Awaited<ReturnType<typeof openSignInSetup>>
let setup: SignInSetup

beforeAll(async () => {
  shared = await openSignInSetup()
})
afterAll(() => shared.database.drop())
beforeEach(async () => {
  setup = await shared.nextSetup()
})

describe('proving a password', () => {
  test('gives the citizen', async () => {
    expect(await provePassword(setup.needs, setup.passwordAttempt())).toEqual({ ok: true, value: setup.ada })
  })
  test('a hasher that is too busy compares nothing, so nothing is counted', async () => {
    const passwords: PasswordHasher = { ...setup.needs.passwords, verify: async () => 'busy' }
    for (let time = 0; time < 8; time += 1) {
      expect(await provePassword({ ...setup.needs, passwords }, setup.passwordAttempt())).toEqual({
        ok: false,
        refusal: 'busy',
      })
    }
    for (let time = 0; time < 5; time += 1) {
      expect(await provePassword(setup.needs, setup.passwordAttempt('nope'))).toEqual({
        ok: false,
        refusal: 'wrong',
      })
    }
  })
  test('a hasher that is busy before anything was done asks the database nothing', async () => {
    const passwords: PasswordHasher = { ...setup.needs.passwords, reserve: () => undefined }
    const untouched = Promise.reject(new Error('A statement was sent'))
    untouched.catch(() => undefined)
    const db = { query: () => untouched, transaction: () => untouched, layout: () => untouched }
    expect(await provePassword({ ...setup.needs, passwords, db }, setup.passwordAttempt())).toEqual({
      ok: false,
      refusal: 'busy',
    })
  })
  test('an attempt that has to wait, and one that fails, give their place in the queue back', async () => {
    const passwords = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
    const needs = { ...setup.needs, passwords }
    const broken = Promise.reject(new Error('No database'))
    broken.catch(() => undefined)
    const db = { query: () => broken, transaction: () => broken, layout: () => broken }
    await expect(provePassword({ ...needs, db }, setup.passwordAttempt())).rejects.toThrow('No database')
    for (let time = 0; time < 5; time += 1) await provePassword(needs, setup.passwordAttempt('nope'))
    for (let time = 0; time < 2; time += 1)
      expect(await provePassword(needs, setup.passwordAttempt())).toEqual({
        ok: false,
        refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' },
      })
  })
  // proves: threat-hashing-flood
  test('whoever sends guesses from one network, as many as it likes, leaves places to everybody else', async () => {
    const passwords = createPasswordHasher({ concurrency: 2, maxWaiting: 30 })
    const needs = { ...setup.needs, passwords }
    const { promise: held, reject: letGo } = Promise.withResolvers<never>()
    held.catch(() => undefined)
    const stuck = { ...needs, db: { query: () => held, transaction: () => held, layout: () => held } }
    const attempt = setup.passwordAttempt('nope')
    const from = (at: number) => ({
      ...attempt,
      origin: { ...attempt.origin, address: `2001:db8:7:${at.toString(16)}::1` },
    })
    const guesses = Array.from({ length: 200 }, (_, at) =>
      provePassword(stuck, from(at)).catch(() => 'broken'),
    )
    expect(await provePassword(needs, setup.passwordAttempt())).toMatchObject({ ok: true })
    letGo(new Error('No database'))
    await Promise.all(guesses)
  })
  test.each(['suspended', 'closed'])(
    'the right password of a %s account proves nothing',
    async (standing) => {
      await setup.database.db
        .query`update citizens set standing = ${standing} where citizen_id = ${setup.ada.citizenId}`
      for (let time = 0; time < 5; time += 1) {
        expect(await provePassword(setup.needs, setup.passwordAttempt())).toEqual({
          ok: false,
          refusal: 'wrong',
        })
      }
      expect(await provePassword(setup.needs, setup.passwordAttempt())).toEqual({
        ok: false,
        refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' },
      })
    },
  )
  test.each(['sign-in', 'change-password', 'confirm-address', 'lost-app'] as const)(
    'a stored hash that cannot be read is a wrong password to whoever asks (%s), and the audit says what is the matter',
    async (purpose) => {
      const { db } = setup.database
      const { citizenId } = setup.ada
      await db.query`update citizens set password_hash = '$nonsense' where citizen_id = ${citizenId}`
      const attempt = { ...setup.passwordAttempt(), purpose }
      for (let time = 0; time < 5; time += 1)
        expect(await provePassword(setup.needs, attempt)).toEqual({ ok: false, refusal: 'wrong' })
      expect(await provePassword(setup.needs, attempt)).toEqual({
        ok: false,
        refusal: { retryAfterSeconds: 2, limit: 'wrong-guesses' },
      })
      const events = await db.query`
        select distinct name, details ->> 'reason' as reason, details ->> 'purpose' as purpose from audit_events
         where citizen_id = ${citizenId} and name = 'sign-in-failed'`
      expect(events).toEqual([{ name: 'sign-in-failed', reason: 'unreadable-hash', purpose }])
    },
  )
  // proves: design-7.31-same-for-all, threat-enumeration-by-effect
  test('the same one hash is made whoever is asked for', async () => {
    let compared = 0
    const counting = setup.whileComparing(async () => void (compared += 1))
    await provePassword({ ...setup.needs, passwords: counting }, setup.passwordAttempt('nope'))
    await provePassword(
      { ...setup.needs, passwords: counting },
      { ...setup.passwordAttempt(), email: 'nobody@example.org' },
    )
    await setup.database.db
      .query`update citizens set standing = 'suspended' where citizen_id = ${setup.ada.citizenId}`
    await provePassword({ ...setup.needs, passwords: counting }, setup.passwordAttempt())
    expect(compared).toBe(3)
  })
})
