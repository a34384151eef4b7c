import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let settings: Record<string, string>

beforeEach(async () => {
  database = await createTestDatabase()
  settings = settingsFor(database)
  await run('keys', 'rotate')
})
afterEach(() => database.drop())

const run = (...args: readonly string[]) => portico(settings, args)
const kids = async () => (await run('keys', 'list', '--json')).json<{ kid: string }[]>().map(({ kid }) => kid)

/** An access token that is over in these seconds. */
async function addToken(session: string, client: string, { endsIn = 600, isRefreshed = false } = {}) {
  await database.db.query`
    insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at, session_id,
                               security_version, spent_refresh_hash)
    select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), ${client}, 'openid', now(),
           now() + make_interval(secs => ${endsIn}), ${session}::uuid, 1,
           case when ${isRefreshed} then sha256('x'::bytea) end`
}
const [ONE, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

describe('an emergency rotation that is only tried', () => {
  test('counts the ID tokens that are valid: neither what is over nor what a refresh gave', async () => {
    await addToken(ONE, 'a')
    await addToken(ONE, 'b')
    await addToken(OTHER, 'b')
    await addToken(OTHER, 'c', { endsIn: -1 })
    await addToken(OTHER, 'd', { isRefreshed: true })
    const before = await kids()
    const told = await run('keys', 'rotate', '--emergency', '--dry-run', '--json')
    expect(told.json()).toEqual({
      ...{ kind: 'emergency', dry_run: true, withdrawn: before, programs: 0 },
      ...{ id_tokens: 3, sessions: 2, programs_with_id_tokens: 2 },
    })
    expect(await kids()).toEqual(before)
  })

  test('says it where no ID token is valid', async () => {
    const { out } = await run('keys', 'rotate', '--emergency', '--dry-run')
    expect(out.split('\n')).toContain('- no ID token: none is valid now')
    await addToken(ONE, 'a')
    const one = await run('keys', 'rotate', '--emergency', '--dry-run')
    expect(one.out).toContain(
      '- 1 ID token of the last 15 minutes (1 session, 1 program) would no longer verify.',
    )
  })

  test('says what stays, asks nothing, and leaves the event of a look', async () => {
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      return 'a test'
    }
    const { out, exitCode } = await portico(settings, ['keys', 'rotate', '--emergency', '--dry-run'], { ask })
    expect([exitCode, out]).toEqual([0, expect.stringContaining('nobody is signed out')])
    expect(asked.filter((question) => question.startsWith('Do it?'))).toEqual([])
    expect(
      await database.db.query`select name from audit_events where details ->> 'command' = 'keys rotate'`,
    ).toEqual([{ name: 'operator-looked' }])
    expect(
      await database.db.query`select 1 from audit_events where details ->> 'kind' = 'emergency'`,
    ).toEqual([])
  })
})

describe('an emergency rotation on a terminal', () => {
  test.each(['no', '', 'y', 'yes please'])('changes nothing where the answer is "%s"', async (answer) => {
    const before = await kids()
    const ask = async (question: string) => (question.startsWith('Do it?') ? answer : 'a test')
    const { exitCode, err } = await portico(settings, ['keys', 'rotate', '--emergency'], { ask })
    expect([exitCode, err]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect(await kids()).toEqual(before)
  })

  test('says before it asks what stops', async () => {
    const { exitCode, err } = await run('keys', 'rotate', '--emergency')
    expect([exitCode, err]).toEqual([0, expect.stringContaining('would be withdrawn for good')])
  })

  test('does not ask with --yes, where nobody can be asked, or without an emergency', async () => {
    const ask = async (question: string) => {
      if (question.startsWith('Do it?')) throw new Error('asked')
      return 'a test'
    }
    for (const args of [['--emergency', '--yes'], []])
      expect((await portico(settings, ['keys', 'rotate', ...args], { ask })).exitCode).toBe(0)
    const alone = ['keys', 'rotate', '--emergency', '--reason', 'x']
    expect(await portico(settings, alone, { ask: 'nobody-there' })).toMatchObject({ exitCode: 0, err: '' })
  })
})

test('an ordinary rotation says which key is announced already, and that it signs first', async () => {
  const first = (await run('keys', 'list', '--json')).json<{ kid: string; stage: string }[]>()
  const kid = first.find(({ stage }) => stage === 'announced')?.kid
  const says = new RegExp(
    `^Key ${kid} is announced already, since 2.* UTC: it signs first, from 2.* UTC\\.`,
    'm',
  )
  expect((await run('keys', 'rotate', '--dry-run')).out).toMatch(says)
  expect((await run('keys', 'rotate')).out).toMatch(says)
  const { out } = await run('keys', 'rotate', '--emergency')
  expect(out).not.toContain('already')
  expect((await run('keys', 'rotate')).out).not.toContain('already')
})

test('an ordinary rotation that is only tried makes no key', async () => {
  const before = await kids()
  const { out } = await run('keys', 'rotate', '--dry-run')
  expect(out).toContain('Nothing would stop working')
  expect(await kids()).toEqual(before)
})
