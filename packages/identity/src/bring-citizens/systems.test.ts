import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { readFirebaseHashes } from './from/firebase.ts'
import { readRecords } from './read-records.ts'
import type { GivenRecord } from './record.ts'

const sample = (name: string) => fileURLToPath(new URL(`./samples/${name}`, import.meta.url))
const FIREBASE_HASHES = ['--firebase-hashes', sample('firebase-hashes.txt')]

let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-systems-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

const bring = (file: string, ...options: readonly string[]) =>
  portico(settingsFor(service.database), ['citizen', 'import', file, '--reason', 'r', '--json', ...options])

const citizensOf = (system: string) => service.database.db.query`
    select email, full_name as name, email_verified as verified, phone_number as phone, language, standing,
           subject, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as since, password_hash <> '' as password
      from citizens where email like ${`%@${system}.test`} order by email`

const ana = {
  ...{ name: 'Ana Example', verified: true, phone: '', language: '', standing: 'active' },
  ...{ subject: expect.stringMatching(/^[0-9a-f-]{36}$/), since: '2019-05-01', password: true },
}
const bo = { ...ana, name: 'Bo Example', verified: false, standing: 'suspended', password: false }

describe('an export of', () => {
  test.each([
    [
      'keycloak',
      'keycloak.fixture.json',
      [],
      [
        { ...ana, subject: '5b7d2f10-6a0e-4c11-9d0a-000000000001', phone: '+34 600 000 000', language: 'es' },
        { ...bo, subject: '5b7d2f10-6a0e-4c11-9d0a-000000000002', name: 'Bo Example "{["', password: true },
      ],
    ],
    [
      'auth0',
      'auth0.jsonl',
      [],
      [ana, { ...bo, subject: '5b7d2f10-6a0e-4c11-9d0a-000000000021', language: 'fr', since: '2020-05-01' }],
    ],
    [
      'firebase',
      'firebase.fixture.json',
      FIREBASE_HASHES,
      [
        { ...ana, phone: '+34600000000' },
        { ...bo, subject: '5b7d2f10-6a0e-4c11-9d0a-000000000012' },
      ],
    ],
    [
      'django',
      'django.fixture.json',
      [],
      [
        { ...ana, verified: false },
        { ...bo, subject: '5b7d2f10-6a0e-4c11-9d0a-000000000032', name: 'bo', since: '2020-05-01' },
      ],
    ],
  ])('%s is recognized, and its citizens sign in', async (system, file, options, expected) => {
    const ran = await bring(sample(file), ...options)
    expect([ran.exitCode, ran.json()]).toMatchObject([0, { brought: 2, rejected: 0 }])
    const citizens = await citizensOf(system)
    expect(citizens).toEqual(
      expected.map((one, at) => ({ ...one, email: `${['ana', 'bo'][at]}@${system}.test` })),
    )
    await signIn(service.browser(), { email: `ana@${system}.test` }, TEST_PASSWORD)
    expect((await bring(sample(file), '--from', system, ...options)).json()).toMatchObject({ there: 2 })
  })
})

describe('is refused', () => {
  test('a hash of Firebase without the parameters of its project', async () => {
    const path = join(folder, 'firebase.fixture.json')
    const text = readFileSync(sample('firebase.fixture.json'), 'utf8').replaceAll('@firebase', '@another')
    writeFileSync(path, text.replace('000000000012', '000000000013'))
    const kept = join(folder, 'without-parameters.jsonl')
    const ran = await bring(path, '--rejects', kept)
    const { rejects, brought } = ran.json<{ rejects: object[]; brought: number }>()
    expect([brought, rejects]).toEqual([
      1,
      [{ line: expect.any(Number), record: 1, says: expect.stringContaining('--firebase-hashes') }],
    ])
    // The reject has what the export says, so it can be brought as it is.
    expect((await bring(kept, ...FIREBASE_HASHES)).json()).toMatchObject({ brought: 1, rejected: 0 })
  })
  test.each([
    [['--from', 'myspace'], /none of keycloak, auth0, firebase, django/],
    [['--firebase-hashes', '/nowhere'], /There is no file/],
    [['--firebase-hashes', sample('django.fixture.json')], /lacks base64_signer_key/],
  ])('%j', async (options, says) => {
    const { exitCode, err } = await bring(sample('keycloak.fixture.json'), ...options)
    expect([exitCode, err]).toEqual([1, expect.stringMatching(says)])
  })
  // proves: bring-bad-lines
  test.each([
    ['on one line', '6', (realm: string) => realm],
    ['in a list of realms', '7', (realm: string) => `[\n${realm},\n${realm}]`],
  ])('a whole realm %s, and says how to give it; named, it is read', async (_, digit, fileOf) => {
    const path = join(folder, 'realm.json')
    const realm = JSON.stringify(JSON.parse(readFileSync(sample('keycloak.fixture.json'), 'utf8')))
    writeFileSync(path, fileOf(realm))
    const { rejects, brought } = (await bring(path)).json<{ rejects: object[]; brought: number }>()
    expect(brought).toBe(0)
    for (const reject of rejects)
      expect(reject).toMatchObject({
        says: expect.stringContaining('a file of its own, with --from keycloak'),
      })
    expect(rejects).not.toEqual([])
    writeFileSync(
      path,
      realm.replaceAll('@keycloak', `@realm${digit}`).replaceAll('5b7d2f10', `${digit}b7d2f10`),
    )
    expect((await bring(path, '--from', 'keycloak')).json()).toMatchObject({ brought: 2, rejected: 0 })
  })
  test('a record of a document on one line, with its number in the document', async () => {
    const path = join(folder, 'one-line.json')
    const person = (email: string) => ({
      model: 'auth.user',
      pk: 1,
      fields: { username: 'bo', password: '', email },
    })
    writeFileSync(
      path,
      JSON.stringify(['a@one.test', 'b at one.test', 'c@one.test', 'd at one.test'].map(person)),
    )
    const kept = join(folder, 'one-line.jsonl')
    const { rejects } = (await bring(path, '--dry-run', '--rejects', kept)).json<{ rejects: object[] }>()
    const says = 'email is not valid'
    expect(rejects).toEqual([2, 4].map((record) => ({ line: 1, record, says })))
    expect(
      readFileSync(kept, 'utf8')
        .split('\n')
        .map((line) => line && JSON.parse(line)),
    ).toMatchObject([
      { _line: 1, _record: 2, email: 'b at one.test' },
      { _line: 1, _record: 4, email: 'd at one.test' },
      '',
    ])
    const said = await portico(settingsFor(service.database), [
      ...['citizen', 'import', path, '--reason', 'r', '--dry-run'],
    ])
    expect(said.out).toContain(`Record 2 (line 1) ${says}.\nRecord 4 (line 1) ${says}.`)
  })
  test('a whole realm on a line that is too long, and says how to give it', async () => {
    const path = join(folder, 'long.json')
    writeFileSync(path, JSON.stringify({ realm: 'x'.repeat(2_000_000), users: [] }))
    const { rejects } = (await bring(path)).json<{ rejects: object[] }>()
    expect(rejects).toEqual([
      { line: 1, says: expect.stringMatching(/one document, say whose it is with --from$/) },
    ])
  })
  test('the export of another system than was named', async () => {
    const { exitCode, err } = await bring(sample('auth0.jsonl'), '--from', 'django')
    expect([exitCode, err]).toEqual([1, expect.stringContaining('has no citizen of an export of django.')])
  })
})

async function recordsOf(text: string, sizes = 7): Promise<GivenRecord[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += sizes) yield bytes.subarray(at, at + sizes)
  }
  const records: GivenRecord[] = []
  const how = { isDocument: true, requireNames: () => undefined }
  for await (const record of readRecords(chunks(), how)) records.push(record)
  return records
}

describe('a document that is read byte by byte', () => {
  test.each([1, 2, 7, 1_000_000])('is the same in pieces of %i bytes', async (size) => {
    const text = readFileSync(sample('keycloak.fixture.json'), 'utf8')
    const { users } = JSON.parse(text)
    const records = await recordsOf(text, size)
    expect(records.map(({ fields }) => Object.fromEntries(fields ?? []))).toEqual(users)
    expect(records[0]?.line).toBe(text.slice(0, text.indexOf('"5b7d2f10')).split('\n').length - 1)
  })
  test('says where it was cut, and what is too long', async () => {
    const long = JSON.stringify({ email: 'x'.repeat(2_000_000) })
    const records = await recordsOf(`[{"a":"}]"},\n${long},\n{"b":"\\"`, 65_536)
    expect(records.map(({ line, fields, problem }) => [line, fields?.get('a') ?? problem?.says])).toEqual([
      [1, '}]'],
      [2, 'is longer than 1048576 bytes'],
      [3, 'is the end of a file that was cut'],
    ])
    expect(records[1]?.problem?.text).toBe(long.slice(0, 2_000))
  })
})

test.each(['', 'base64_signer_key: AAAA', '{}'])(
  'parameters of Firebase that lack a part are none (%j)',
  (text) => {
    expect(readFirebaseHashes(text)).toBeUndefined()
  },
)
