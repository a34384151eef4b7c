import type * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OLD_PASSWORD, openStage, type Stage } from '../../testing/stage.ts'
import { addOldAccount } from '../by-hand.ts'
import type { Database } from '../platform/database.ts'
import { openOldSession } from './open-old-session.ts'

/** The work of a sign-in: its statements, and its comparisons with a hash, with the cost parameters. */
const work = vi.hoisted((): string[] => [])
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  const verify: typeof real.verify = (known, ...rest) => {
    work.push(String(known).split('$', 4).join('$'))
    return real.verify(known, ...rest)
  }
  return { ...real, verify }
})

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const LOGIN = '/api/v1/auth/login/'
const good = (email: string) => ({ email, password: OLD_PASSWORD })
const add = (email: string, password = OLD_PASSWORD) =>
  addOldAccount(stage.database.url, { email, name: 'Olga Old', password })

test('an old account is added by hand, signed in to, and recognised', async () => {
  expect(await add('  Olga@Example.Test ')).toBe('added')
  const login = await stage.post(LOGIN, good('OLGA@example.test'))
  expect([login.status, login.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const me = await stage.get('/api/v1/me/', String(login.body['access_token']))
  expect(me.body).toMatchObject({ email: 'olga@example.test', name: 'Olga Old', roles: [] })
})

test.each(['', 'olga', 'olga@', '@example.test', 'olga@localhost', 'olga@example.test, ben@example.test'])(
  'adding an old account refuses %j, which is no address',
  async (email) => expect(await add(email)).toBe('no-address'),
)

test('adding an account that is there leaves it as it is, also when ten try at once', async () => {
  const tries = await Promise.all(Array.from({ length: 10 }, () => add('race@example.test')))
  expect(tries.sort()).toEqual(['added', ...Array.from({ length: 9 }, () => 'taken')])
  expect(await add('Race@example.test', 'another password')).toBe('taken')
  const login = (password: string) => stage.post(LOGIN, { email: 'race@example.test', password })
  expect([(await login(OLD_PASSWORD)).status, (await login('another password')).status]).toEqual([200, 401])
})

// proves: threat-old-account-lock-out
test('nobody opens an old account over HTTP, and the owner of an address that somebody tried signs in centrally', async () => {
  const tried = { email: 'owner@example.test', password: 'the password of a stranger' }
  for (const path of ['/api/v1/auth/register/', '/api/v1/auth/register']) {
    const answer = await stage.post(path, { ...tried, full_name: 'A Stranger' })
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
  }
  expect((await stage.post(LOGIN, tried)).status).toBe(401)
  const owner = stage.identity.addCitizen({ email: tried.email, name: 'Olive Owner' })
  const me = await stage.get('/api/v1/me/', await stage.enter(owner))
  expect(me.body).toMatchObject({ name: 'Olive Owner' })
})

describe('signing in refuses', () => {
  const half = '\ud800'
  const cases: [string, unknown, string][] = [
    ['a field that nobody asked for', { ...good('a@example.test'), roles: ['permit_officer'] }, 'roles'],
    [
      'the column of the staff role',
      { ...good('a@example.test'), is_permit_officer: true },
      'is_permit_officer',
    ],
    ['no address', { password: OLD_PASSWORD }, 'email'],
    ['an empty address', good(' '), 'email'],
    ['an address without a domain', good('olga'), 'email'],
    ['an address with a line break', good('olga@example.test\nbcc:x@example.test'), 'email'],
    ['an address of more than 320 characters', good(`${'a'.repeat(310)}@example.test`), 'email'],
    ['an address in a list', { ...good('a@example.test'), email: ['a@example.test'] }, 'email'],
    ['an address with a NUL', good('ol\u0000ga@example.test'), 'email'],
    ['an address that turns text around', good('ol\u202ega@example.test'), 'email'],
    ['an address with half a character', good(`ol${half}ga@example.test`), 'email'],
    ['no password', { email: 'a@example.test' }, 'password'],
    ['an empty password', { ...good('a@example.test'), password: '' }, 'password'],
    ['a giant password', { ...good('a@example.test'), password: 'x'.repeat(257) }, 'password'],
    ['a password that is a number', { ...good('a@example.test'), password: 1234567890 }, 'password'],
    ['a password with half a character', { ...good('a@example.test'), password: half }, 'password'],
    ['a list', [good('a@example.test')], ''],
    ['null', 'null', ''],
  ]
  test.each(cases)('%s', async (_name, body, field) => {
    const answer = await stage.post(LOGIN, body)
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_fields'])
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field])
  })

  test('what is not JSON, what is too large, and tricks with prototypes', async () => {
    expect((await stage.post(LOGIN, '{"email":')).status).toBe(400)
    expect((await stage.post(LOGIN, '{"__proto__":{"is_permit_officer":true}}')).status).toBe(400)
    const large = { ...good('a@example.test'), password: 'x'.repeat(9000) }
    const refused = await stage.post(LOGIN, large)
    expect([refused.status, refused.body['detail']]).toEqual([413, expect.stringContaining('8192 bytes')])
    const form = { method: 'POST', body: new URLSearchParams(good('a@b.test')) }
    expect((await fetch(stage.url + LOGIN, form)).status).toBe(415)
  })
})

describe('an address with an old account, one whose account is connected, and one that nobody has', () => {
  const EMAILS = ['known@example.test', 'connected@example.test', 'nobody@example.test']
  const [known = '', connected = ''] = EMAILS
  beforeAll(async () => {
    await add(known)
    const citizen = stage.identity.addCitizen({ email: connected })
    await stage.enter(citizen, { link: await stage.openOldAccount(connected) })
    // That sign-in was counted for only one of the three addresses.
    await stage.database.pool.query('truncate sso.throttle')
  })
  /** The response without the parts that always differ. */
  const answerTo = async (email: string) => {
    const { status, headers, body } = await stage.post(LOGIN, { email, password: 'not the password' })
    const named = [...headers].filter(([name]) => name !== 'date')
    return { status, headers: named, body: { ...body, request_id: '' } }
  }

  // proves: threat-old-account-lock-out
  test('get the same answer to a wrong password, and the same after as many guesses', async () => {
    const answers: unknown[] = []
    for (const email of EMAILS) {
      const told: Awaited<ReturnType<typeof answerTo>>[] = []
      for (let tried = 0; tried < 11; tried += 1) told.push(await answerTo(email))
      expect([told[0]?.status, told.at(-1)?.status]).toEqual([401, 429])
      answers.push(told)
    }
    for (const told of answers) expect(told).toEqual(answers[0])
  })

  // proves: threat-old-account-lock-out
  test('cost the same: statement for statement, and one hash', async () => {
    const { pool } = stage.database
    const db: Database = {
      query: (text, values) => {
        work.push(text)
        return pool.query(text, values)
      },
    }
    const done: string[][] = []
    for (const email of EMAILS) {
      work.length = 0
      const input = { email, password: 'not the password' }
      expect(await openOldSession({ db, clock: stage.clock }, input)).toBeNull()
      done.push([...work])
    }
    expect(done[0]).toEqual([expect.stringContaining('select'), '$argon2id$v=19$m=19456,t=2,p=1'])
    for (const steps of done) expect(steps).toEqual(done[0])
  })
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
  expect((await guess('another@example.test')).status).toBe(401)
})

test('an old token ends by its age and by sign-out, and a part of it does not work', async () => {
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
