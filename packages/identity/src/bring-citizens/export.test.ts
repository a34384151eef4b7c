import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { requireFile } from '../command/fitting-answer.fixture.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'

const HASH = 'pbkdf2_sha1$1000$seasalt$ywM3wnOo8vW/WbGLt9ExJGobIM8='

let here: TestService
let there: TestService
let folder: string
let files = 0

beforeAll(async () => {
  here = await startTestService()
  there = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-export-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await here.close()
  await there.close()
})

const newFile = () => join(folder, `${(files += 1)}.jsonl`)

const run = (service: TestService, verb: string, file: string, ...options: readonly string[]) =>
  portico(settingsFor(service.database), ['citizen', verb, file, '--reason', 'r', '--json', ...options])

const all = (service: TestService) => service.database.db.query`
  select subject, email, email_verified, full_name, phone_number, language, standing, created_at::text
    from citizens where standing <> 'closed' order by email`

// proves: bring-mirror
test('what one service exports with hashes, another one brings: the same citizens, with their passwords', async () => {
  const ana = await addCitizen(here, { language: 'ar', phoneNumber: '' })
  const old = newFile()
  const bo = { email: 'bo@export.test', name: 'Bo "B" Example', password_hash: HASH }
  writeFileSync(old, `${JSON.stringify(bo)}\n`)
  await run(here, 'import', old)
  await addCitizen(here, { standing: 'suspended', emailVerified: false })
  await addCitizen(here, { standing: 'closed', passwordHash: '' })
  const file = newFile()
  expect((await run(here, 'export', file, '--with-hashes')).json()).toMatchObject({ citizens: 3 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await requireFile('citizen export', file)).toBe(3)
  expect((await run(there, 'import', file)).json()).toMatchObject({ brought: 3, rejected: 0 })
  expect(await all(there)).toEqual(await all(here))
  for (const { email } of [ana, bo]) await signIn(there.browser(), { email }, TEST_PASSWORD)
  const [event] = await here.database.db.query`
    select actor, operator, details from audit_events where name = 'citizens-exported'`
  expect(event).toEqual({
    actor: 'operator',
    operator: 'tester',
    details: { reason: 'r', with_hashes: true },
  })
})

// proves: bring-mirror
test('a suspension comes along with its beginning, its end and its cause; one of which nothing is known stays so', async () => {
  const [ends, endless, bare] = [
    await addCitizen(here),
    await addCitizen(here),
    await addCitizen(here, { standing: 'suspended' }),
  ]
  const suspend = (email: string, ...more: readonly string[]) =>
    portico(settingsFor(here.database), ['citizen', 'suspend', email, '--reason', 'r', '--yes', ...more])
  await suspend(ends.email, '--until', '2999-01-01', '--cause', 'order')
  await suspend(endless.email, '--cause', 'misuse')
  const file = newFile()
  await run(here, 'export', file)
  expect((await run(there, 'import', file)).json()).toMatchObject({ rejected: 0 })
  const known = ({ database }: TestService) => database.db.query`
    select subject, since, cause, s.ends_at from suspensions s join citizens using (citizen_id) order by subject`
  expect(await known(here)).toHaveLength(2)
  expect(await known(there)).toEqual(await known(here))
  expect(
    readFileSync(file, 'utf8')
      .split('\n')
      .find((line) => line.includes(bare.subject)),
  ).not.toContain('suspen' + 'ded_')
})

test.each([
  { suspension_cause: 'because' },
  { suspended_until: 'soon' },
  { suspended_until: '99999-01-01' },
  { suspended_since: '2999-01-01' },
])('a suspension that nobody could have is refused: %j', async (field) => {
  const file = newFile()
  const line = { email: 'x@export.test', name: 'X', standing: 'suspended', ...field }
  writeFileSync(file, `${JSON.stringify(line)}\n`)
  expect((await run(there, 'import', file)).json()).toMatchObject({ brought: 0, rejected: 1 })
})

test('no hash is in it unless it was asked for', async () => {
  const file = newFile()
  await run(here, 'export', file)
  expect(readFileSync(file, 'utf8')).not.toMatch(/password_hash|argon2|pbkdf2|foreign/)
})

test.each([
  ['that is there', () => '', 'exists already: name another file.'],
  ['in a folder that is not', () => 'nowhere/x.jsonl', 'nowhere/x.jsonl cannot be made: '],
])('a file %s is refused, and nothing is in the audit of it', async (_, name, says) => {
  const before = await here.database.db.query`select 1 from audit_events where name = 'citizens-exported'`
  const { exitCode, err } = await run(here, 'export', join(folder, name()))
  expect([exitCode, err]).toEqual([1, expect.stringContaining(says)])
  expect(await here.database.db.query`select 1 from audit_events where name = 'citizens-exported'`).toEqual(
    before,
  )
})

test('the standard output is no file, and gets no citizen', async () => {
  const { exitCode, err } = await run(here, 'export', '-')
  expect([exitCode, err]).toEqual([1, expect.stringContaining('to a file and nowhere else')])
})

test('one that was stopped says that citizens are missing', async () => {
  const args = ['citizen', 'export', newFile(), '--reason', 'r']
  const { exitCode, err } = await portico(settingsFor(here.database), args, { stop: AbortSignal.abort() })
  expect([exitCode, err]).toEqual([1, expect.stringContaining('lacks citizens')])
})
