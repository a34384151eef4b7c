import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasswordHasher } from '../passwords/index.ts'
import { provePassword } from './prove-password.ts'
import { openSignInDesk, type SignInDesk } from './sign-in.fixture.ts'

let shared: Awaited<ReturnType<typeof openSignInDesk>>
let desk: SignInDesk

beforeAll(async () => {
  shared = await openSignInDesk()
})
afterAll(() => shared.database.drop())
beforeEach(async () => {
  desk = await shared.nextDesk()
})

describe('proving a password', () => {
  test('gives the citizen', async () => {
    expect(await provePassword(desk.needs, desk.claim())).toEqual({ ok: true, value: desk.ada })
  })
  test('a hasher that is too busy compares nothing, so nothing is counted', async () => {
    const passwords: PasswordHasher = { hash: desk.needs.passwords.hash, verify: async () => 'busy' }
    for (let time = 0; time < 8; time += 1) {
      expect(await provePassword({ ...desk.needs, passwords }, desk.claim())).toEqual({
        ok: false,
        refusal: 'busy',
      })
    }
    for (let time = 0; time < 5; time += 1) {
      expect(await provePassword(desk.needs, desk.claim('nope'))).toEqual({ ok: false, refusal: 'wrong' })
    }
  })
  test.each(['suspended', 'closed'])(
    'the right password of a %s account proves nothing',
    async (standing) => {
      await desk.database.db
        .query`update citizens set standing = ${standing} where citizen_id = ${desk.ada.citizenId}`
      for (let time = 0; time < 5; time += 1) {
        expect(await provePassword(desk.needs, desk.claim())).toEqual({ ok: false, refusal: 'wrong' })
      }
      expect(await provePassword(desk.needs, desk.claim())).toEqual({
        ok: false,
        refusal: { retryAfterSeconds: 2 },
      })
    },
  )
  test('the same one hash is made whoever is asked for', async () => {
    let compared = 0
    const counting = desk.whileComparing(async () => void (compared += 1))
    await provePassword({ ...desk.needs, passwords: counting }, desk.claim('nope'))
    await provePassword(
      { ...desk.needs, passwords: counting },
      { ...desk.claim(), email: 'nobody@example.org' },
    )
    await desk.database.db
      .query`update citizens set standing = 'suspended' where citizen_id = ${desk.ada.citizenId}`
    await provePassword({ ...desk.needs, passwords: counting }, desk.claim())
    expect(compared).toBe(3)
  })
})
