// Takes over 10 s: each test starts the sample as a process, with a database of its own.
import { randomBytes, scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { useStage } from '../testing/stage.ts'
import { ask, signIn } from '../testing/visitor.ts'

const EMAIL = 'ana@example.test'
const PASSWORD = 'the old password'

const stage = useStage()
beforeEach(async () => {
  const { pool } = stage.database
  await pool.query(await readFile(new URL('existing-accounts.sql', import.meta.url), 'utf8'))
  const salt = randomBytes(8).toString('hex')
  const hash = `${salt}:${scryptSync(PASSWORD, salt, 32).toString('hex')}`
  await pool.query(
    `insert into users (name, email, role, password_hash) values ('Old Ana', $1, 'clerk', $2)`,
    [EMAIL, hash],
  )
  await stage.run('existing-server.ts')
})

const logIn = (password = PASSWORD) => ask(`${stage.base}/api/login`, undefined, { email: EMAIL, password })
const me = (token: string) => ask(`${stage.base}/api/me`, token)
const users = async () =>
  (await stage.database.pool.query('select name, role, password_hash from users')).rows

test('before the link, password and old token work as ever', async () => {
  expect((await logIn('wrong')).status).toBe(401)
  const { body } = await logIn()
  expect(await me(String(body['token']))).toMatchObject({ status: 200, body: { hello: 'Old Ana' } })
  expect((await me('nobody')).status).toBe(401)
})

test('the same e-mail address merges nothing: the citizen is asked to link', async () => {
  await expect(signIn(stage.base, stage.as(EMAIL))).rejects.toThrow('sso_error=existing_account')
  expect(await users()).toHaveLength(1)
  expect((await logIn()).status).toBe(200)
})

test('a newcomer gets a row and a role of the program’s own choice', async () => {
  const token = await signIn(stage.base, stage.as('ben@example.test', 'Ben Example'))
  expect((await me(token)).body['hello']).toBe('Ben Example')
  expect((await users())[1]).toMatchObject({ role: 'resident', password_hash: null })
})

test('the link keeps account and role, and closes every old way in', async () => {
  const old = String((await logIn()).body['token'])
  const authorize = stage.as('ana.private@example.test')
  const token = await signIn(stage.base, authorize, old)
  expect(await me(token)).toMatchObject({ status: 200, body: { hello: 'Ana Example' } })
  expect((await me(old)).status).toBe(401)
  expect((await logIn()).status).toBe(401)
  expect(await users()).toEqual([{ name: 'Ana Example', role: 'clerk', password_hash: null }])
  expect((await me(await signIn(stage.base, authorize))).body['hello']).toBe('Ana Example')
  expect(await users()).toHaveLength(1)
})

// proves: program-linking-old-ways-closed
test('a linked account is refused even if it got a password again', async () => {
  const [before] = await users()
  const old = String((await logIn()).body['token'])
  await signIn(stage.base, stage.as(EMAIL), old)
  await stage.database.pool.query('update users set password_hash = $1', [before?.password_hash])
  expect((await logIn()).status).toBe(403)
})

// proves: program-5.6-linking-needs-local, program-linking-ended-account
test('an old session that has ended meanwhile makes no link', async () => {
  const old = String((await logIn()).body['token'])
  const citizen = stage.identity.addCitizen({ email: EMAIL })
  const leaveFirst = async (url: string) => {
    await stage.database.pool.query('delete from old_sessions')
    return stage.identity.authorize(url, citizen)
  }
  await expect(signIn(stage.base, leaveFirst, old)).rejects.toThrow('sso_error=cancelled')
  expect((await users())[0]).toMatchObject({ name: 'Old Ana', password_hash: expect.any(String) })
})

test('a citizen who belongs to another account cannot be linked', async () => {
  const authorize = stage.as('ben@example.test')
  await signIn(stage.base, authorize)
  const old = String((await logIn()).body['token'])
  await expect(signIn(stage.base, authorize, old)).rejects.toThrow('sso_error=existing_account')
  expect((await me(old)).status).toBe(200)
})
