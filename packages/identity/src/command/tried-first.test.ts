import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { COMMANDS } from './commands.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const REASON = ['--reason', 'a test']

let service: TestService
let clientId = ''
let secretId = ''
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  const { db } = service.database
  await db.query`delete from clients`
  await db.query`delete from client_secrets`
  await db.query`delete from operators`
  await db.query`delete from machine_keys`
  const added = await make('client add Permits --redirect-uri https://permits.test/callback --json')
  clientId = added.json<{ client_id: string }>().client_id
  const secrets = await make(`client secret list ${clientId} --json`)
  secretId = secrets.json<{ secret_id: string }[]>()[0]?.secret_id ?? ''
  const { email } = await addCitizen(service)
  await make(`operator add ${email} --role reader --name Ida`)
  await make('operator key add nightly --role reader --until 30d')
})
afterAll(() => service.close())

type Asked = (question: string) => Promise<string>

const run = (line: string, ask: Asked | 'nobody-there') => {
  const looks = /\blist\b/.test(line)
  return portico(settingsFor(service.database), [...line.split(' '), ...(looks ? [] : REASON)], { ask })
}

async function make(line: string) {
  const made = await run(line, 'nobody-there')
  if (made.exitCode !== 0) throw new Error(`${line}: ${made.err}`)
  return made
}

/** Everything that such a command may take away, and what is said of it. */
const left = () => service.database.db.query`
  select (select count(*)::int from clients where disabled_at is null) as clients,
         (select count(*)::int from client_secrets where expires_at is null) as secrets,
         (select count(*)::int from operators) as operators, (select count(*)::int from machine_keys) as keys`
const events = async () => {
  const rows = await service.database.db.query<{ name: string; command: string | null }>`
    select name, details ->> 'command' as command from audit_events where operator is not null order by written_in, event_id`
  return rows.map(({ name, command }) => (command === null ? name : `${name}: ${command}`))
}

const lines = () =>
  [
    [
      `client disable ${clientId}`,
      `Permits (${clientId}) is disabled. Its codes, grants and tokens have ended.`,
    ],
    [
      `client remove ${clientId}`,
      `Permits (${clientId}) is removed for good, with 1 secret and all that citizens have allowed it.`,
    ],
    [
      `client secret retire ${clientId} ${secretId}`,
      `Secret ${secretId} is retired. It was the last one: the program cannot authenticate any more.`,
    ],
    ['operator remove Ida', 'Ida is no operator any more.'],
    ['operator key remove nightly', 'The key nightly opens nothing any more.'],
  ] as const

test('each command that takes something away and is not about a citizen is tried first', () => {
  const tried = COMMANDS.filter(({ options }) => 'dry-run' in options && 'yes' in options)
  const away = COMMANDS.filter(
    ({ words }) => / (?:disable|remove|retire)$/.test(words) && !words.startsWith('citizen '),
  )
  expect(away.filter((command) => !tried.includes(command)).map(({ words }) => words)).toEqual([])
  expect(away).toHaveLength(lines().length)
})

const SECOND = ' Grants that were active: 0.'

describe.each([0, 1, 2, 3, 4])('command %i', (index) => {
  const words = () => lines()[index]?.[0] ?? ''
  const says = () => lines()[index]?.[1] ?? ''
  const question = () => `This would happen:\n  - ${says()}`

  test('says on a terminal what would happen, and does nothing unless the answer is yes', async () => {
    const [before, seen] = [await left(), await events()]
    const refused = await run(words(), async () => 'no')
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining(question())])
    expect(await left()).toEqual(before)
    const command = words()
      .split(' ')
      .slice(0, words().startsWith('client secret') || words().includes(' key ') ? 3 : 2)
      .join(' ')
    expect((await events()).slice(seen.length)).toEqual([`operator-looked: ${command}`])
    const done = await run(words(), async () => 'yes')
    expect([done.exitCode, done.out.replace(SECOND, '')]).toEqual([0, says()])
    expect(await left()).not.toEqual(before)
  })
  test('only says it with --dry-run, also for programs', async () => {
    const before = await left()
    const told = await run(`${words()} --dry-run`, async () => Promise.reject(new Error('asked')))
    expect([told.exitCode, told.out]).toEqual([0, `${question()}\nNothing was changed.`])
    expect((await run(`${words()} --dry-run --json`, 'nobody-there')).json()).toMatchObject({
      dry_run: true,
      would: {},
    })
    expect(await left()).toEqual(before)
  })
  test.each([
    ['where nobody can be asked', '', 'nobody-there'],
    ['where --yes has answered', ' --yes', async () => Promise.reject(new Error('asked'))],
  ] as const)('acts at once %s', async (_, more, ask) => {
    const before = await left()
    const done = await run(`${words()}${more}`, ask)
    expect([done.exitCode, done.out.replace(SECOND, '')]).toEqual([0, says()])
    expect(await left()).not.toEqual(before)
  })
})

test('what cannot be done is refused before anybody is asked', async () => {
  const asked: Asked = () => Promise.reject(new Error('asked'))
  for (const words of [
    'client remove nobody',
    'client disable nobody',
    `client secret retire ${clientId} none`,
    'operator remove Bo',
    'operator key remove none',
  ])
    expect(await run(words, asked)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/There is no|No operator|No key/),
    })
})

describe('what would be something else by the time of the yes is not done', () => {
  const refused = async (line: string, meanwhile: () => Promise<unknown>) => {
    const ran = await run(line, async (question) => {
      if (question.startsWith('Do it?')) await meanwhile()
      return 'yes'
    })
    expect([ran.exitCode, ran.err]).toEqual([
      1,
      expect.stringContaining('Something else would happen by now.'),
    ])
  }
  test('the last secret of a program, which was one of two', async () => {
    const more = await make(`client secret add ${clientId} --json`)
    const other = more.json<{ secret_id: string }>().secret_id
    await refused(`client secret retire ${clientId} ${secretId}`, () =>
      make(`client secret retire ${clientId} ${other}`),
    )
    expect(await left()).toMatchObject([{ secrets: 1 }])
  })
  test('another account that has the name of the operator, and a key with the name of another one', async () => {
    const { email } = await addCitizen(service)
    await refused('operator remove Ida', async () => {
      await make('operator remove Ida')
      await make(`operator add ${email} --role administrator --name Ida`)
    })
    await refused('operator key remove nightly', async () => {
      await make('operator key remove nightly')
      await make('operator key add nightly --role support --until 30d')
    })
    expect(await left()).toMatchObject([{ operators: 1, keys: 1 }])
  })
  test('a program is disabled although its grants cannot be counted, and nobody waits while somebody is asked', async () => {
    const told = run(`client disable ${clientId}`, async (question) => {
      // Somebody else disables it meanwhile, at once.
      if (question.startsWith('Do it?')) await make(`client disable ${clientId}`)
      return 'yes'
    })
    expect(await told).toMatchObject({ exitCode: 0 })
  })
  test('what changes nothing is not asked', async () => {
    await make(`client disable ${clientId}`)
    const again = await run(`client disable ${clientId}`, () => Promise.reject(new Error('asked')))
    expect([again.exitCode, again.out]).toEqual([0, `Permits (${clientId}) was already disabled.`])
  })
})
