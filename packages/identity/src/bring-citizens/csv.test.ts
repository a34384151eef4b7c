import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { csvRecords } from './csv-records.ts'

let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'portico-csv-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

async function bring(text: string, ...options: readonly string[]) {
  const path = join(folder, 'citizens.csv')
  writeFileSync(path, text)
  const args = ['citizen', 'import', path, '--reason', 'the move', '--json', ...options]
  return portico(settingsFor(service.database), args)
}

/** What is read of CSV that comes in pieces of so many bytes: its line, and the address or what is wrong. */
async function read(text: string, pieceBytes = 65_536) {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const found: (readonly [number, unknown, string?])[] = []
  for await (const { line, fields, problem } of csvRecords(pieces(), () => undefined))
    found.push(problem ? [line, problem.says, problem.text] : [line, fields?.get('email')])
  return found
}

const LONG = 'x'.repeat(1_200_000)
const TOO_LONG = 'is longer than 1048576 bytes'
const goesOn = (line: number) => ` and goes on to line ${line}: a quotation mark may be missing`

// proves: bring-bad-lines
describe('a line of CSV that is too long', () => {
  test.each([7_000, 65_536, 4_000_000])(
    'is said with its number and its beginning, and costs no other line (in pieces of %i bytes)',
    async (pieceBytes) => {
      const text = `\ufeff"email",name\na@b.test,"A, ""B"""\nlong@b.test,${LONG}\nc@b.test,"C\nC"\nlong@b.test,"${LONG}""\n${LONG}"\nd@b.test,D`
      expect(await read(text, pieceBytes)).toEqual([
        [2, 'a@b.test'],
        [3, TOO_LONG, `long@b.test,${LONG}`.slice(0, 2_000)],
        [4, 'c@b.test'],
        [6, `${TOO_LONG}${goesOn(7)}`, `long@b.test,"${LONG}`.slice(0, 2_000)],
        [8, 'd@b.test'],
      ])
    },
  )
  test.each([
    ['\r\n', '\r\n'],
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r'],
  ])('costs no other line, whichever ends the lines have: %j, then %j', async (first, later) => {
    const lines = ['a@b.test,A', `${LONG},long`, 'b@b.test,"B"', 'c@b.test,C', `"${LONG}",long`, 'd@b.test,D']
    const found = await read(`email,name${first}${lines.join(later)}${later}`, 65_536)
    const [good, bad] = [found.filter((one) => one.length === 2), found.filter((one) => one.length === 3)]
    expect(good.map(([, email]) => email)).toEqual(['a@b.test', 'b@b.test', 'c@b.test', 'd@b.test'])
    expect(bad.map(([, says]) => says)).toEqual([TOO_LONG, TOO_LONG])
  })
  test('because a quotation mark is missing, is said with the line where it ends', async () => {
    const text = `email,name\na@b.test,"A\n${'b@b.test,B\n'.repeat(100_000)}`
    const beginning = text.slice(11, 2_011)
    expect(await read(text)).toEqual([[2, `${TOO_LONG}${goesOn(100_002)}`, beginning]])
    expect(await read(`${text}"\nc@b.test,C\n`)).toEqual([
      [2, `${TOO_LONG}${goesOn(100_003)}`, beginning],
      [100_004, 'c@b.test'],
    ])
  })
  test.each([
    ['CSV', `email,name\nlong@csv.test,${LONG}\nc@csv.test,C\n`, `long@csv.test,${LONG}`],
    [
      'JSON',
      `{"email":"d@csv.test","name":"D"}\n{"email":"${LONG}"}\n{"email":"e@csv.test","name":"E"}\n`,
      `{"email":"${LONG}"}`,
    ],
  ])('stands among the rejects with its beginning, in %s, too', async (form, text, line) => {
    const rejects = join(folder, `${form}.jsonl`)
    const ran = await bring(text, '--rejects', rejects)
    expect(ran.json()).toMatchObject({ rejected: 1, rejects: [{ line: 2, says: TOO_LONG }] })
    const [kept = ''] = readFileSync(rejects, 'utf8').split('\n')
    expect(JSON.parse(kept)).toEqual({ _line: 2, _why: TOO_LONG, _text: line.slice(0, 2_000) })
  })
})

// proves: bring-bad-lines
test('a line of CSV with several wrong quotation marks is one fault, with its beginning', async () => {
  const says = 'is no CSV: it may have been cut'
  expect(await read('email,name\na@b.test,A"x"y"z"\nb@b.test,B\nc@b.test,"C\nd@b.test,D\n')).toEqual([
    [2, says, 'a@b.test,A"'],
    [3, 'b@b.test'],
    [4, `${says}, and goes on to line 5`, 'c@b.test,"C\nd@b.test,D'],
  ])
})

// proves: bring-bad-lines
test.each(['\n', '\r\n', '\r'])(
  'each record has its line, where a value has line ends, too: %j',
  async (end) => {
    const says = 'is no CSV: it may have been cut'
    const lines = async (text: string, pieceBytes: number) =>
      (await read(text.replaceAll('\n', end), pieceBytes)).map(([line, said]) => [line, said])
    const beginning = 'email,name\na@b.test,"A\nA\n"\nb@b.test,B\n'
    const ending = '"C\nC"x"\n\nd@b.test,D\ne@b.test,"E\nf@b.test,F\n'
    for (const pieceBytes of [1, 2, 65_536])
      expect(await lines(`${beginning}${ending}`, pieceBytes)).toEqual([
        [2, 'a@b.test'],
        [5, 'b@b.test'],
        [6, `${says}, and goes on to line 7`],
        [9, 'd@b.test'],
        [10, `${says}, and goes on to line 11`],
      ])
    expect(await lines(`${beginning}"${LONG}\nx"\nd@b.test,D`, 65_536)).toEqual([
      [2, 'a@b.test'],
      [5, 'b@b.test'],
      [6, `${TOO_LONG}${goesOn(7)}`],
      [8, 'd@b.test'],
    ])
  },
)

// proves: bring-bad-lines
test.each([
  ['\n', ['b@b.test', 'c@b.test']],
  ['\r\n', ['b@b.test', 'c@b.test']],
  ['\r\r\n', ['b@b.test', 'c@b.test']],
] as const)(
  'a carriage return alone ends no line where the first one ends otherwise, and its line is refused: %j',
  async (end, emails) => {
    const text = ['email,name', 'a@b.test,Ann\rBee', 'b@b.test,B', 'c@b.test,C', ''].join(end)
    for (const pieceBytes of [1, 2, 3, 65_536])
      expect((await read(text, pieceBytes)).map(([line, email]) => [line, email])).toEqual([
        [2, 'a@b.test'],
        ...emails.map((email, at) => [at + 3, email]),
      ])
    const ran = await bring(text.replaceAll('b.test', `${end.length}.test`))
    expect(ran.json()).toMatchObject({ read: 3, brought: 2, rejected: 1, rejects: [{ line: 2 }] })
  },
)

const COLUMNS =
  'The columns are: name, email, email_verified, phone_number, language, subject, created_at, standing, suspended_since, suspended_until, suspension_cause, password_hash.'

describe('the first line of CSV', () => {
  test.each([
    [
      'e-mail;name',
      1,
      'names no column that an import reads: the line with the names may be missing, or something else than a comma stands between them. Nothing was brought.',
    ],
    [
      '\n\nE-Mail,name,shoe size,\u001b]0;owned,email_verified,email_verified',
      3,
      'there is no column E-Mail, did you mean email?; there is no column shoe size; there is no column with a name that is no word; email is missing; email_verified is there twice. Nothing was brought.',
    ],
    ['email,name,nmae', 1, 'there is no column nmae'],
    ['email', 1, 'name is missing'],
    ['email,name,email', 1, 'email is there twice'],
  ])('%j is one refusal that names all that is wrong', async (header, line, says) => {
    const rejects = join(folder, 'none.jsonl')
    const ran = await bring(`${header}\n${'a@csv.test,A\n'.repeat(30)}`, '--rejects', rejects)
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    expect(ran.err).toMatch(new RegExp(`Line ${line} names (?:the columns, and does not fit: |no column )`))
    expect(ran.err).toContain(says)
    expect(ran.err).toContain(COLUMNS)
    expect(ran.err.split('\n')).toHaveLength(1)
    expect(() => readFileSync(rejects)).toThrow('ENOENT')
    const brought = await service.database.db.query`select 1 from citizens where email = 'a@csv.test'`
    expect(brought).toEqual([])
  })
  test.each([
    ['longer than a line may be', `email,name,${LONG}`, TOO_LONG],
    ['no CSV', 'email,na"me', 'is no CSV: it may have been cut'],
  ])('that is %s is one refusal: the next one names nothing', async (_what, header, says) => {
    for (const rows of ['', 'email,name\na@csv.test,A\n']) {
      const ran = await bring(`\n${header}\n${rows}`)
      expect([ran.exitCode, ran.out, ran.refusal()]).toMatchObject([
        ...[1, '', { because: 'bad-file', faults: [] }],
      ])
      expect(ran.refusal().says).toBe(
        `Line 2 has to name the columns, and ${says}. Nothing was brought. ${COLUMNS}`,
      )
    }
  })
  test('has each of its faults in the object of the refusal', async () => {
    const { because, faults } = (await bring('email,nmae,nmae\na@csv.test,A,A\n')).refusal()
    expect(because).toBe('bad-file')
    const unknown = 'there is no column nmae'
    expect(faults).toEqual([unknown, unknown, 'name is missing'])
  })
  test.each([
    ['notes and a column without a name', '_line,email,name,\n7,n@csv.test,N,\n'],
    ['those of another system', 'user_id,email,name\nauth0|1,o@csv.test,O\n'],
  ])('may have %s', async (_what, text) => {
    expect((await bring(text)).json()).toMatchObject({ read: 1, brought: 1 })
  })
})

// proves: bring-bad-lines
test('a file without the line of names is refused, and nothing of its first citizen is repeated', async () => {
  const hash = 'pbkdf2_sha256$600000$seasalt$AAAA'
  for (const first of [
    `ana@example.test,Ana Example,+34600000000,${hash}`,
    `email,name,${hash},ana@example.test`,
    'email,ana@example.test,ana@example.test,Ana Example,Ana Example',
    `email,name,ana@example.test,+34600000000,+34600000000,${hash},${hash}`,
  ]) {
    const refused = await bring(`${first}\nbo@example.test,Bo,+34600000001,x\n`)
    expect(refused.exitCode).not.toBe(0)
    expect(refused.err).toContain('the line with the names may be missing')
    for (const part of ['seasalt', 'ana@example', '34600', 'Ana'])
      expect(refused.err + refused.out).not.toContain(part)
  }
})

// proves: bring-bad-lines
test('a file of UTF-16 is refused once, and says what to do', async () => {
  const path = join(folder, 'utf16.csv')
  writeFileSync(path, Buffer.from('\ufeffemail,name\r\na@csv.test,Ana\r\n', 'utf16le'))
  const ran = await portico(settingsFor(service.database), ['citizen', 'import', path, '--reason', 'x'])
  expect([ran.exitCode, ran.err.split('\n').length]).toEqual([1, 1])
  expect(ran.err).toContain('Line 1 is no UTF-8, but UTF-16: save the file as UTF-8')
})

test('a first line of very many columns is refused at once, with the first faults', async () => {
  const names = Array.from({ length: 40_000 }, (_, at) => `column ${at}`).join(',')
  const { err } = await bring(`email,${names}\n`)
  expect(err.length).toBeLessThan(4_000)
  expect(err).toMatch(/does not fit \(the first 20 of 40001 faults\): there is no column column 0; /)
})
