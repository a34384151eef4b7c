import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasswordHasher } from '../passwords/index.ts'
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
    const passwords: PasswordHasher = { ...setup.needs.passwords, isBusy: () => true }
    const untouched = Promise.reject(new Error('A statement was sent'))
    untouched.catch(() => undefined)
    const db = { query: () => untouched, transaction: () => untouched, layout: () => untouched }
    expect(await provePassword({ ...setup.needs, passwords, db }, setup.passwordAttempt())).toEqual({
      ok: false,
      refusal: 'busy',
    })
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
        refusal: { retryAfterSeconds: 2 },
      })
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
