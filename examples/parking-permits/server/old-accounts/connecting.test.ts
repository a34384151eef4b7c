import { afterAll, beforeAll, expect, test } from 'vitest'
import { OLD_PASSWORD, openStage, type Stage } from '../../testing/stage.ts'
import { addOldAccount } from '../by-hand.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const me = (bearer: string) => stage.get('/api/v1/me/', bearer)
const login = (email: string) => stage.post('/api/v1/auth/login/', { email, password: OLD_PASSWORD })

test('a connected account keeps its permits, and its old password and tokens are dead', async () => {
  const old = await stage.openOldAccount('olga@example.test')
  const other = String((await login('olga@example.test')).body['access_token'])
  await stage.post('/api/v1/permits/', { plate: 'OLD 1', zone: 'harbour' }, old)
  const before = await me(old)

  const citizen = stage.identity.addCitizen({ email: 'olga.central@example.test', name: 'Olga Central' })
  const token = await stage.enter(citizen, { link: old })
  expect((await me(token)).body['account_id']).toBe(before.body['account_id'])
  const { body } = await stage.get('/api/v1/permits/', token)
  expect(body['permits']).toMatchObject([{ plate: 'OLD 1' }])

  for (const dead of [old, other]) {
    expect((await me(dead)).status).toBe(401)
    expect((await stage.get('/api/v1/permits/', dead)).status).toBe(401)
    expect((await stage.get('/api/v1/sso/status/', dead)).status).toBe(401)
  }
  expect((await login('olga@example.test')).status).toBe(401)
  // The account has the central address now. So no old account may get this address.
  const again = { email: 'olga.central@example.test', password: OLD_PASSWORD, name: 'Not Olga' }
  expect(await addOldAccount(stage.database.url, again)).toBe('taken')
  expect((await stage.get('/api/v1/sso/status/', token)).body['linked']).toBe(true)
})

// proves: program-linking-central-name-and-address
test('the next sign-in opens the connected account, with the name of the central one', async () => {
  const old = await stage.openOldAccount('again@example.test', 'Old Name')
  const citizen = stage.identity.addCitizen({ email: 'again@example.test', name: 'New Name' })
  const linked = await me(await stage.enter(citizen, { link: old }))
  expect(linked.body).toMatchObject({ name: 'New Name', email: 'again@example.test' })
  const next = await me(await stage.enter(citizen))
  expect(next.body).toMatchObject({ account_id: linked.body['account_id'], name: 'New Name' })
})

// proves: program-1.8-no-merge-by-email
test('an address never merges accounts: the citizen is told to connect, and nothing is written', async () => {
  await stage.openOldAccount('same@example.test')
  const stranger = stage.identity.addCitizen({ email: 'same@example.test' })
  expect(await stage.enter(stranger)).toBe('existing_account')
  const { rows } = await stage.database.pool.query(
    `select count(*)::int as n from accounts where email = $1`,
    ['same@example.test'],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a central account that has an account here already is not connected to a second one', async () => {
  const citizen = stage.identity.addCitizen({ email: 'one@example.test' })
  await stage.enter(citizen)
  const old = await stage.openOldAccount('two@example.test')
  expect(await stage.enter(citizen, { link: old })).toBe('existing_account')
  expect((await me(old)).status).toBe(200)
})

// proves: threat-forced-link
test('a connected account is not taken over by a second central account', async () => {
  const old = await stage.openOldAccount('mine@example.test')
  const token = await stage.enter(stage.identity.addCitizen({ email: 'mine@example.test' }), { link: old })
  const thief = stage.identity.addCitizen({ email: 'thief@example.test' })
  expect(await stage.enter(thief, { link: token })).toBe('existing_account')
})

// proves: threat-stolen-old-token
test('an old token that was found later connects nothing: the password is asked for again', async () => {
  const old = await stage.openOldAccount('found@example.test')
  await stage.clock.advance(5 * 60 * 1000)
  const wanted = { return_uri: `${stage.url}/signed-in`, code_challenge: 'A'.repeat(43), link: true }
  const refused = await stage.post('/api/v1/sso/begin/', wanted, old)
  expect([refused.status, refused.body['code']]).toEqual([401, 'fresh_sign_in_required'])
  expect((await me(old)).status).toBe(200)
  const fresh = String((await login('found@example.test')).body['access_token'])
  expect((await stage.post('/api/v1/sso/begin/', wanted, fresh)).status).toBe(200)
})

test('connecting needs the old sign-in: without a bearer, or with a strange one, nothing begins', async () => {
  const wanted = { return_uri: `${stage.url}/signed-in`, code_challenge: 'A'.repeat(43), link: true }
  for (const bearer of [undefined, 'old_nothing', 'ppa_nothing'])
    expect((await stage.post('/api/v1/sso/begin/', wanted, bearer)).status).toBe(401)
})

// proves: program-5.6-linking-needs-local
test('a sign-in with the old password at the same time as the link leaves no valid token', async () => {
  const old = await stage.openOldAccount('race@example.test')
  const citizen = stage.identity.addCitizen({ email: 'race@example.test' })
  const racing = Promise.all(Array.from({ length: 5 }, () => login('race@example.test')))
  const token = await stage.enter(citizen, { link: old })
  for (const { status, body } of await racing) {
    expect([200, 401]).toContain(status)
    if (status === 200) expect((await me(String(body['access_token']))).status).toBe(401)
  }
  const { rows } = await stage.database.pool.query(
    `select s.id from old_sessions s join accounts a on a.id = s.account_id where a.email = 'race@example.test'`,
  )
  expect(rows).toEqual([])
  expect((await me(token)).status).toBe(200)
})
