import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OLD_PASSWORD, openStage, type Stage } from '../../testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const REGISTER = '/api/v1/auth/register/'
const LOGIN = '/api/v1/auth/login/'
const good = (email: string) => ({ email, password: OLD_PASSWORD, full_name: 'Olga Old' })

test('an old account is registered, signed in to, and recognised', async () => {
  const registered = await stage.post(REGISTER, good('  Olga@Example.Test '))
  expect(registered.status).toBe(201)
  expect(registered.body).toMatchObject({ email: 'olga@example.test', name: 'Olga Old', roles: [] })
  const login = await stage.post(LOGIN, { email: 'OLGA@example.test', password: OLD_PASSWORD })
  expect([login.status, login.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const me = await stage.get('/api/v1/me/', String(login.body['access_token']))
  expect(me.body).toEqual(registered.body)
})

describe('registering refuses', () => {
  const cases: [string, unknown, string][] = [
    ['a field that nobody asked for', { ...good('a@example.test'), roles: ['permit_officer'] }, 'roles'],
    [
      'the column of the staff role',
      { ...good('a@example.test'), is_permit_officer: true },
      'is_permit_officer',
    ],
    ['no address', { password: OLD_PASSWORD, full_name: 'Olga' }, 'email'],
    ['an address without a domain', good('olga'), 'email'],
    ['an address with a line break', good('olga@example.test\nbcc:x@example.test'), 'email'],
    ['an address of more than 320 characters', good(`${'a'.repeat(310)}@example.test`), 'email'],
    ['an address in a list', { ...good('a@example.test'), email: ['a@example.test'] }, 'email'],
    ['a short password', { ...good('a@example.test'), password: 'seven77' }, 'password'],
    ['a giant password', { ...good('a@example.test'), password: 'x'.repeat(257) }, 'password'],
    ['a password that is a number', { ...good('a@example.test'), password: 1234567890 }, 'password'],
    ['an empty name', { ...good('a@example.test'), full_name: '  ' }, 'full_name'],
    [
      'a name of more than 150 characters',
      { ...good('a@example.test'), full_name: 'x'.repeat(151) },
      'full_name',
    ],
    ['a name with a NUL', { ...good('a@example.test'), full_name: 'Ol\u0000ga' }, 'full_name'],
    ['a name that turns text around', { ...good('a@example.test'), full_name: 'Ol\u202ega' }, 'full_name'],
    ['a name with half a character', { ...good('a@example.test'), full_name: 'Ol\ud800ga' }, 'full_name'],
    ['a list', [good('a@example.test')], ''],
    ['null', 'null', ''],
  ]
  test.each(cases)('%s', async (_name, body, field) => {
    const answer = await stage.post(REGISTER, body)
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_fields'])
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field])
  })

  test('what is not JSON, what is too large, and tricks with prototypes', async () => {
    expect((await stage.post(REGISTER, '{"email":')).status).toBe(400)
    expect((await stage.post(REGISTER, '{"__proto__":{"is_permit_officer":true}}')).status).toBe(400)
    expect(
      (await stage.post(REGISTER, { ...good('a@example.test'), password: 'x'.repeat(9000) })).status,
    ).toBe(413)
    const form = await fetch(stage.url + REGISTER, {
      method: 'POST',
      body: new URLSearchParams(good('a@b.test')),
    })
    expect(form.status).toBe(415)
  })

  test('an address that has an account here, also when ten try at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => stage.post(REGISTER, good('race@example.test'))),
    )
    const statuses = tries.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })
})

test('a wrong password and an address that nobody has are told apart by nothing', async () => {
  await stage.openOldAccount('known@example.test')
  const wrong = await stage.post(LOGIN, { email: 'known@example.test', password: 'not the password' })
  const nobody = await stage.post(LOGIN, { email: 'nobody@example.test', password: 'not the password' })
  expect([wrong.status, nobody.status]).toEqual([401, 401])
  expect({ ...wrong.body, request_id: '' }).toEqual({ ...nobody.body, request_id: '' })
})

test('guessing is slowed down, for this address alone', async () => {
  await stage.openOldAccount('guessed@example.test')
  const guess = (email: string) => stage.post(LOGIN, { email, password: 'a guess' })
  const statuses: number[] = []
  for (let tried = 0; tried < 11; tried += 1) statuses.push((await guess('guessed@example.test')).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  const right = await stage.post(LOGIN, { email: 'guessed@example.test', password: OLD_PASSWORD })
  expect([right.status, right.body['code']]).toEqual([429, 'throttled'])
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await guess('known@example.test')).status).toBe(401)
})

test('an old token ends with its time, with sign-out, and is worth nothing in pieces', async () => {
  const [first, second] = [
    await stage.openOldAccount('time@example.test'),
    await stage.openOldAccount('out@example.test'),
  ]
  const me = async (token: string) => (await stage.get('/api/v1/me/', token)).status
  expect(await me(first)).toBe(200)
  for (const bent of [first.slice(0, -1), `${first}x`, first.toUpperCase(), 'old_', ''])
    expect(await me(bent)).toBe(401)
  expect((await stage.post('/api/v1/sso/logout/', {}, second)).status).toBe(204)
  expect(await me(second)).toBe(401)
  await stage.clock.advance(8 * 60 * 60 * 1000)
  expect(await me(first)).toBe(401)
})

test('no password and no token is in the database as it was', async () => {
  const token = await stage.openOldAccount('secret@example.test')
  const { rows } = await stage.database.pool.query(
    `select (select json_agg(a)::text from accounts a) || (select json_agg(s)::text from old_sessions s) ||
            coalesce((select json_agg(t)::text from sso.throttle t), '') as everything`,
  )
  const everything = String(rows[0]?.everything)
  expect(everything).toContain('secret@example.test')
  for (const secret of [token, token.slice(4), OLD_PASSWORD]) expect(everything).not.toContain(secret)
})
