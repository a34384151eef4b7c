import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { openSession } from '../platform/postgres/session.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { importCitizens } from './import-citizens.ts'
import { lockImports } from './import-store.ts'

const PASSWORD = 'plain otter lantern canal'
const HASH = 'pbkdf2_sha1$1000$seasalt$ywM3wnOo8vW/WbGLt9ExJGobIM8='
const SUBJECT = '7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e11'

interface Summary {
  readonly read: number
  readonly brought: number
  readonly there: number
  readonly rejected: number
  readonly without_password: number
  readonly rejects: readonly { readonly line: number; readonly says: string }[]
}

let service: TestService
let folder: string
let files = 0

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-import-'))
})
beforeEach(() => service.database.db.query`delete from login_emails where email like '%@import.test'`)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

function fileOf(text: string | Buffer, name = 'citizens.jsonl'): string {
  files += 1
  const path = join(folder, `${files}-${name}`)
  writeFileSync(path, text)
  return path
}

const linesOf = (...records: readonly object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

async function bring(file: string, ...options: readonly string[]) {
  const args = ['citizen', 'import', file, '--reason', 'the move of 2026', '--json', ...options]
  const ran = await portico(settingsFor(service.database), args)
  return { ...ran, summary: ran.out === '' ? undefined : ran.json<Summary>() }
}

const bringText = (text: string | Buffer, ...options: readonly string[]) => bring(fileOf(text), ...options)

let people = 0
function person(changes: object = {}) {
  people += 1
  return { email: `ana${people}@import.test`, name: `Ana ${people}`, ...changes }
}

async function stored(email: string) {
  const [found] = await service.database.db.query`
    select subject, email, email_verified as "emailVerified", full_name as name, phone_number as phone, language, standing,
           (password_hash <> '') as "hasHash", created_at::text as "createdAt"
      from citizens where email = ${email}`
  return found
}

describe('a citizen who is brought', () => {
  // proves: bring-keeps
  test('keeps the subject, the address, the language, the day and the password', async () => {
    const ana = person({
      ...{ email: ' Ana.Brought@IMPORT.test ', email_verified: true, phone_number: '+34 600 000 000' },
      ...{ language: 'de-AT', subject: SUBJECT.toUpperCase(), created_at: '2019-05-01T10:00:00Z' },
      password_hash: HASH,
    })
    const { summary, exitCode } = await bringText(linesOf(ana))
    expect([exitCode, summary]).toMatchObject([0, { read: 1, brought: 1, there: 0, rejected: 0 }])
    expect(await stored('ana.brought@import.test')).toEqual({
      ...{ subject: SUBJECT, email: 'ana.brought@import.test', emailVerified: true, name: ana.name },
      ...{ phone: '+34 600 000 000', language: 'de', standing: 'active', hasHash: true },
      createdAt: '2019-05-01 10:00:00+00',
    })
    await signIn(service.browser(), { email: 'ana.brought@import.test' }, PASSWORD)
    const events = await service.database.db.query<{ name: string; reason: string }>`
      select name, details ->> 'reason' as reason from audit_events
       where citizen_id = (select citizen_id from citizens where subject = ${SUBJECT}) order by name`
    expect(events).toEqual([
      { name: 'citizen-brought', reason: 'the move of 2026' },
      { name: 'password-hash-replaced', reason: null },
      { name: 'signed-in', reason: null },
    ])
  })
  test('has no password where its hash is too weak, and the summary says so', async () => {
    const ana = person({ password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' })
    const { summary } = await bringText(linesOf(ana))
    expect(summary).toMatchObject({ brought: 1, without_password: 1 })
    expect(await stored(ana.email)).toMatchObject({ hasHash: false, emailVerified: false, language: '' })
  })
  test('may come as CSV, with quotes, line ends in a value, and a mark before it', async () => {
    const text = `\ufeffemail,name,email_verified,password_hash\r\nbo@import.test,"Bo, the ""second""",yes,${HASH}\r\ncy@import.test,Cy,,\r\n`
    const { summary } = await bring(fileOf(text, 'citizens.csv'))
    expect(summary).toMatchObject({ read: 2, brought: 2, rejected: 0 })
    expect(await stored('bo@import.test')).toMatchObject({ name: 'Bo, the "second"', emailVerified: true })
    expect(await stored('cy@import.test')).toMatchObject({ emailVerified: false, hasHash: false })
  })
  test('is only looked at in a dry run', async () => {
    const ana = person()
    const { summary, out } = await bringText(linesOf(ana, { email: 'x' }), '--dry-run')
    expect([summary, out]).toMatchObject([
      { brought: 1, rejected: 1 },
      expect.stringContaining('"dry_run": true'),
    ])
    expect(await stored(ana.email)).toBeUndefined()
  })
})

describe('a file that is brought again', () => {
  // proves: bring-again
  test('changes nobody who is there', async () => {
    const ana = person({ subject: '7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e12' })
    const file = fileOf(linesOf(ana, person()))
    expect((await bring(file)).summary).toMatchObject({ brought: 2, there: 0 })
    await service.database.db.query`update citizens set full_name = 'Changed' where email = ${ana.email}`
    const again = await bring(file)
    expect([again.exitCode, again.summary]).toMatchObject([0, { brought: 0, there: 2, rejected: 0 }])
    expect(await stored(ana.email)).toMatchObject({ name: 'Changed' })
  })
  test('says where it was stopped that it was, and brings the rest when it is run again', async () => {
    const file = fileOf(linesOf(person(), person()))
    const args = ['citizen', 'import', file, '--reason', 'r', '--json']
    const stopped = await portico(settingsFor(service.database), args, { stop: AbortSignal.abort() })
    expect([stopped.exitCode, stopped.json()]).toMatchObject([1, { whole: false, brought: 0 }])
    expect((await bring(file)).summary).toMatchObject({ brought: 2, rejected: 0 })
  })
  test('after the database was lost between two batches has each citizen once', async () => {
    const many = Array.from({ length: 2_500 }, () => person())
    const order = {
      file: fileOf(linesOf(...many)),
      rejects: undefined,
      mode: 'real',
    } as const
    const { foundation, database } = service
    const { db } = foundation
    let batches = 0
    const losing: typeof db = {
      ...db,
      transaction: async (work) => {
        batches += 1
        if (batches === 2) throw new Error('The database is lost')
        return db.transaction(work)
      },
    }
    const by = { actor: 'operator', operator: 'tester', reason: 'r' } as const
    const quiet = { progress: () => undefined, stopped: new AbortController().signal, by }
    const needs = { ...foundation, ...quiet, address: database.address }
    await expect(importCitizens({ ...needs, db: losing }, order)).rejects.toThrow('The database is lost')
    const again = await importCitizens(needs, order)
    expect(again).toMatchObject({ value: { read: 2_500, brought: 1_500, there: 1_000, rejected: 0 } })
    const emails = many.map(({ email }) => email)
    const counted = await db.query`
      select count(*)::int as count, count(distinct c.email)::int as different from citizens c
        join audit_events e on e.filed_under = c.citizen_id and e.citizen_id = c.citizen_id and e.name = 'citizen-brought'
       where c.email = any (${arrayOf(emails)}::text[])`
    expect(counted).toEqual([{ count: 2_500, different: 2_500 }])
  })
})

describe('a second line with an address or a subject', () => {
  // proves: bring-again
  test.each([0, 1_000, 2_500])(
    'is rejected, also after %i other lines and in a second run',
    async (between) => {
      const subject = randomUuid(systemRandom)
      const ana = person({ subject })
      const bea = person()
      const others = Array.from({ length: between }, () => person())
      const seconds = [
        { ...person(), email: ana.email },
        person({ subject }),
        { ...person(), email: bea.email },
        { ...person(), email: ana.email, subject: randomUuid(systemRandom) },
        { ...person(), email: bea.email, subject: randomUuid(systemRandom) },
      ]
      const text = linesOf(ana, bea, ...others, ...seconds)
      const keys = ['address', 'subject', 'address', 'address', 'address']
      const rejects = keys.map((key, at) => ({
        line: between + at + 3,
        says: `has the ${key} of an earlier line`,
      }))
      for (const options of [['--dry-run'], []]) {
        const { summary } = await bringText(text, ...options)
        expect(summary).toMatchObject({ read: between + 7, brought: between + 2, there: 0, rejected: 5 })
        expect(summary?.rejects).toEqual(rejects)
      }
      const { summary } = await bringText(text)
      expect(summary).toMatchObject({ brought: 0, there: between + 2, rejected: 5, rejects })
    },
  )
})

// proves: bring-bad-lines
test('records that stand in one line of a document are told apart', async () => {
  const taken = person()
  await bringText(linesOf(taken))
  const people = [
    person({ subject: randomUuid(systemRandom) }),
    person(),
    { ...person(), ...{ email: taken.email, subject: randomUuid(systemRandom) } },
  ]
  for (const options of [['--dry-run'], []]) {
    const { summary } = await bringText(JSON.stringify(people), ...options)
    expect(summary).toMatchObject({ read: 3, brought: 2, there: 0, rejected: 1 })
  }
  expect(await stored(people[1]?.email ?? '')).toBeDefined()
})

describe('a line that is rejected', () => {
  test.each([
    [{ email: 'nobody' }, /email is not valid/],
    [{ email: undefined }, /email is missing/],
    [{ email: `${'x'.repeat(400)}@import.test` }, /email has too many characters/],
    [{ name: undefined }, /name is missing/],
    [{ name: ' ' }, /name is blank/],
    [{ name: 'Ana\u202eExample' }, /name is not valid/],
    [{ name: 'x'.repeat(151) }, /name has too many characters/],
    [{ phone_number: '1'.repeat(21) }, /phone_number has too many characters/],
    [{ emial: 'x' }, /there is no field emial/],
    [{ '\u001b]0;owned\u0007': 'x' }, /^there is no field of the name that it has$/],
    [{ 'line\nAll lines are brought': 'x' }, /^there is no field of the name that it has$/],
    [{ '\u202egnitset': 'x' }, /^there is no field of the name that it has$/],
    [{ ['x'.repeat(100_000)]: 'x' }, /^there is no field of the name that it has$/],
    [{ subject: '42' }, /subject is not valid/],
    [{ created_at: '2999-01-01T00:00:00Z' }, /created_at is not valid/],
    [{ created_at: 'yesterday' }, /created_at is not valid/],
    [{ created_at: -1 }, /created_at is not valid/],
    [{ email_verified: 'perhaps' }, /email_verified is not valid/],
    [{ standing: 'closed' }, /standing is not valid/],
    [{ language: 7 }, /language is not valid/],
    [{ password_hash: '$argon2id$v=20$m=8,t=1,p=1$AAAA$AAAA' }, /password_hash is of no kind/],
    [{ password_hash: `$2b$31$${'A'.repeat(53)}` }, /password_hash would take more work/],
    [{ password_hash: 7 }, /password_hash is of no kind/],
    [{ password_hash: { credentialData: '{}', secretData: '{}' } }, /password_hash is of no kind/],
  ])('%j', async (changes, says) => {
    const good = person()
    const { summary, exitCode } = await bringText(linesOf(person(changes), good))
    expect([exitCode, summary]).toMatchObject([1, { brought: 1, rejected: 1 }])
    expect(summary?.rejects).toEqual([{ line: 1, says: expect.stringMatching(says) }])
    expect(await stored(good.email)).toBeDefined()
  })
  test.each([
    [{ password_hash: 'hunter2 in the clear' }],
    [{ password_hash: `$2b$31$${'A'.repeat(53)}` }],
    [{ password_hash: { credentialData: '{}', secretData: '{}' } }],
  ])(
    'for its hash %j is brought without a password where hashes that are unfit are forgotten',
    async (changes) => {
      const one = person(changes)
      const { summary, exitCode, out } = await bringText(
        linesOf(one, person({ email: 'nobody' })),
        '--forget-unfit-hashes',
      )
      expect([exitCode, summary]).toMatchObject([1, { brought: 1, without_password: 1, rejected: 1 }])
      expect(out).not.toContain('hunter2')
      expect(await stored(one.email)).toMatchObject({ hasHash: false })
    },
  )
  // proves: bring-bad-lines
  test('of ten megabytes, cut in the middle, no UTF-8, or of no object costs nobody else', async () => {
    const [first, last] = [person(), person()]
    const lines = [
      JSON.stringify(first),
      `{"email":"${'x'.repeat(10_000_000)}"}`,
      '[1]',
      'null',
      '{"email":"a@import.test","name":"A"',
      '',
      JSON.stringify(last),
      '{"email":"cut@import.te',
    ]
    const text = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0x7b, 0xff, 0xfe])])
    const { summary } = await bringText(text)
    expect(summary).toMatchObject({ read: 8, brought: 2, rejected: 6 })
    expect(summary?.rejects.map(({ line }) => line)).toEqual([2, 3, 4, 5, 8, 9])
  })
  test('of CSV says its line', async () => {
    const text = 'email,name\na1@import.test,A\nb1@import.test\n"c1@import.test\n'
    const { summary } = await bring(fileOf(text, 'c.csv'))
    expect(summary).toMatchObject({ brought: 1, rejected: 2 })
    expect(summary?.rejects[0]).toEqual({ line: 3, says: 'has 1 value, and the first line names 2 fields' })
  })
  test('that is no UTF-8 is rejected in every form, because a name would lose its letters', async () => {
    const [csv, document] = [
      'email,name\nlatin@import.test,Jos\xe9\nutf8@import.test,Jo\n',
      '[\n{"email":"latin2@import.test","name":"Jos\xe9"},\n{"email":"utf8b@import.test","name":"Jo"}\n]',
    ]
    for (const text of [csv, document]) {
      const { summary } = await bringText(Buffer.from(text, 'latin1'))
      expect(summary).toMatchObject({ brought: 1, rejects: [{ line: 2, says: 'is no UTF-8' }] })
    }
  })
  test('with the address of somebody else is said', async () => {
    const [subject, other] = ['7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e13', '7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e14']
    const ana = person({ subject })
    await bringText(linesOf(ana))
    const taken = await bringText(linesOf({ ...person({ subject: other }), email: ana.email }))
    expect(taken.summary?.rejects).toEqual([
      { line: 1, says: 'has the address of an account with another subject' },
    ])
  })
  test('is none for an address whose reservation is over, and is one while it is reserved', async () => {
    const { db, clock } = service.foundation
    const [over, reserved] = [person({ created_at: 1 }), person({ created_at: 1 })]
    const nobody = '7f0c2c1e-3a54-4b1c-9d0a-5b1f0c7d2e15'
    const until = (seconds: number) => clock.now() + seconds
    await db.query`insert into login_emails values (${over.email}, ${nobody}, to_timestamp(${until(-10)})),
      (${reserved.email}, ${nobody}, to_timestamp(${until(1_000_000_000)}))`
    expect((await bringText(linesOf(over, reserved))).summary).toMatchObject({
      brought: 1,
      rejects: [{ line: 2, says: 'has an address that is reserved for another account' }],
    })
  })
  test('stands in the file of the rejects, and is brought when it was mended', async () => {
    const rejects = join(folder, 'rejects.jsonl')
    const bad = person({ name: ' ' })
    await bringText(linesOf(person(), bad), '--rejects', rejects)
    const [line = '{}', end] = readFileSync(rejects, 'utf8').split('\n')
    expect([JSON.parse(line), end]).toEqual([{ ...bad, _line: 2, _why: 'name is blank' }, ''])
    writeFileSync(rejects, line.replace('" "', '"Bea"'))
    expect((await bring(rejects)).summary).toMatchObject({ brought: 1, rejected: 0 })
    expect((await bringText(linesOf(person()), '--rejects', rejects)).err).toContain('exists already')
    const nowhere = join(folder, 'nowhere', 'rejects.jsonl')
    expect((await bringText(linesOf(person()), '--rejects', nowhere)).err).toMatch(
      /There is no folder .+nowhere for the rejects\./,
    )
  })
})

describe('nothing is done', () => {
  test('while another import works', async () => {
    const session = await openSession(service.database.address)
    expect(await lockImports(session)).toBe(true)
    const ana = person()
    const { exitCode, err } = await bringText(linesOf(ana))
    expect([exitCode, err]).toEqual([1, expect.stringContaining('Another import works on this database')])
    expect(await stored(ana.email)).toBeUndefined()
    await session.close()
  })
  test.each([
    ['without a file', 'nowhere.jsonl', ['--reason', 'r'], /There is no file/],
    ['with a folder', '.', ['--reason', 'r'], /\. is a folder: name a file\./],
    ['with an empty reason', 'x', ['--reason', ' '], /one line of 1 to 500 characters/],
  ])('%s', async (_, file, options, says) => {
    const { exitCode, err } = await portico(settingsFor(service.database), [
      'citizen',
      'import',
      file,
      ...options,
    ])
    expect([exitCode > 0, err]).toEqual([true, expect.stringMatching(says)])
  })
  test('with another secret key: its hashes could never be opened', async () => {
    const settings = {
      ...settingsFor(service.database),
      PORTICO_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    }
    const args = ['citizen', 'import', fileOf(linesOf(person())), '--reason', 'r']
    expect((await portico(settings, args)).err).toContain('not the secret key of the service')
  })
})
