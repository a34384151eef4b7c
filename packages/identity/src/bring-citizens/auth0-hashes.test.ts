import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'

/** The hash of the test password, as Auth0 has it. */
const { passwordHash: HASH } = JSON.parse(
  readFileSync(fileURLToPath(new URL('./samples/auth0.jsonl', import.meta.url)), 'utf8').split('\n')[0] ?? '',
)

let service: TestService
let folder: string
let files = 0

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-auth0-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

function fileOf(lines: readonly (object | string)[]): string {
  files += 1
  const path = join(folder, `${files}.jsonl`)
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

const bring = (users: string, hashes: string, ...options: readonly string[]) =>
  portico(settingsFor(service.database), [
    ...['citizen', 'import', users, '--auth0-hashes', hashes, '--reason', 'r', ...options],
  ])

const user = (id: string, email: string, more: object = {}) => ({
  ...{ user_id: id, email, email_verified: true, name: 'Ana Example', ...more },
})

async function havePasswords(like: string) {
  const rows = await service.database.db.query<{ email: string; has: boolean }>`
    select email, password_hash <> '' as has from citizens where email like ${like} order by email`
  return Object.fromEntries(rows.map(({ email, has }) => [email, has]))
}

test("the hashes of Auth0's support join their users, in any order and over many batches", async () => {
  const many = Array.from({ length: 2_100 }, (_, at) => ({
    id: `5f${String(at).padStart(22, '0')}`,
    email: `c${at}@many.test`,
  }))
  const users = fileOf(many.map(({ id, email }) => user(`auth0|${id}`, email)))
  const hashes = fileOf(many.toReversed().map(({ id }) => ({ _id: { $oid: id }, passwordHash: HASH })))
  const ran = await bring(users, hashes, '--json')
  expect([ran.exitCode, ran.json()]).toMatchObject([0, { brought: 2_100, rejected: 0, unused_hashes: 0 }])
  expect(Object.values(await havePasswords('%@many.test')).filter((has) => has)).toHaveLength(2_100)
  await signIn(service.browser(), { email: 'c1500@many.test' }, TEST_PASSWORD)
})

test('a hash goes to the user with its id alone', async () => {
  const users = fileOf([
    user('auth0|5f01', 'own@joined.test'),
    user('google-oauth2|5f02', 'social@joined.test'),
    user('auth0|5f03', 'none@joined.test'),
    user('auth0|5f04', 'weak@joined.test', { passwordHash: '{MD5}rL0Y20zC+Fzt72VPzMSk2A==' }),
  ])
  const hashes = fileOf([
    { _id: { $oid: '5f01' }, email: 'none@joined.test', passwordHash: HASH },
    { _id: '5f02', passwordHash: HASH },
    '',
    { _id: { $oid: '5f04' }, passwordHash: HASH },
    { _id: { $oid: '5f05' }, passwordHash: HASH },
  ])
  const dry = await bring(users, hashes, '--dry-run')
  expect(dry.out).toContain('2 hashes of the other file belong to no user.')
  const ran = await bring(users, hashes, '--json')
  expect(ran.json()).toMatchObject({ brought: 4, without_password: 1, unused_hashes: 2 })
  expect(await havePasswords('%@joined.test')).toEqual({
    ...{ 'own@joined.test': true, 'social@joined.test': false },
    ...{ 'none@joined.test': false, 'weak@joined.test': false },
  })
})

// proves: bring-bad-lines
test('an empty hash in the record of a user is none, and an id that cannot be stored is nobody', async () => {
  const users = fileOf([
    user('auth0|5f11', 'null@empty.test', { passwordHash: null }),
    user('auth0|5f12', 'blank@empty.test', { passwordHash: '' }),
    user('auth0|5f\u00001', 'nul@empty.test'),
    user(`auth0|${'x'.repeat(300_000)}`, 'long@empty.test'),
    user('auth0|5f13', 'behind@empty.test'),
  ])
  const hashes = fileOf([
    ...['5f11', '5f12', '5f13'].map((id) => ({ _id: { $oid: id }, passwordHash: HASH })),
  ])
  writeFileSync(hashes, `\ufeff${readFileSync(hashes, 'utf8')}`)
  expect((await bring(users, hashes, '--json')).json()).toMatchObject({ brought: 5, unused_hashes: 0 })
  expect(await havePasswords('%@empty.test')).toEqual({
    ...{ 'null@empty.test': true, 'blank@empty.test': true, 'behind@empty.test': true },
    ...{ 'nul@empty.test': false, 'long@empty.test': false },
  })
})

test.each([2, 1_500])(
  'an id that stands twice in the file of hashes is refused with its second line: %i',
  async (line) => {
    const users = fileOf([user('auth0|5f01', 'twice@refused.test')])
    const ids = Array.from({ length: line + 3 }, (_, at) => String(at + 1))
    ids[line - 1] = '1'
    const hashes = fileOf(ids.map((id) => ({ _id: { $oid: id }, passwordHash: HASH })))
    const { exitCode, err } = await bring(users, hashes)
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining(`Line ${line} of ${hashes} has the _id of an earlier line.`),
    ])
    expect(await havePasswords('twice@%')).toEqual({})
  },
)

// proves: bring-bad-lines
test.each([
  ['no JSON', 'hash'],
  ['without an id', { passwordHash: 'HASH' }],
  ['without a hash', { _id: { $oid: '5f01' }, email: 'a@refused.test' }],
  ['of a user of another login', { user_id: 'google-oauth2|1', passwordHash: 'HASH' }],
  ['a list', '[]'],
  ['whose id has a NUL', { _id: { $oid: '5f\u00001' }, passwordHash: 'HASH' }],
  ['whose hash is a megabyte', { _id: { $oid: '5f02' }, passwordHash: 'x'.repeat(1_000_000) }],
])('a line of hashes %s refuses the whole import with its number', async (_, line) => {
  const users = fileOf([user('auth0|5f01', 'first@refused.test')])
  const hashes = fileOf([{ _id: { $oid: '5f01' }, passwordHash: HASH }, line])
  const { exitCode, err } = await bring(users, hashes)
  expect([exitCode, err]).toEqual([
    1,
    expect.stringContaining(`Line 2 of ${hashes} has no _id or no passwordHash.`),
  ])
  expect(err).not.toContain(HASH)
  expect(await havePasswords('%@refused.test')).toEqual({})
})

test.each([
  ['/nowhere', 'There is no file /nowhere.'],
  [tmpdir(), 'is a folder: name a file.'],
])('the file of hashes %s is refused', async (hashes, says) => {
  const { exitCode, err } = await bring(fileOf([user('auth0|5f01', 'a@refused.test')]), hashes)
  expect([exitCode, err]).toEqual([1, expect.stringContaining(says)])
})
