import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const CALLBACK = 'http://localhost:4100/api/v1/sso/callback/'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settingsFor(database), args)
const add = (...more: string[]) =>
  run('client', 'add', 'Permits', '--redirect-uri', CALLBACK, '--json', ...more)

test('a program has a home, and names in other languages', async () => {
  const home = new URL('/residents/', CALLBACK).href
  const german = new URL('/de/', CALLBACK).href
  const more = [
    '--home',
    home,
    '--home-in',
    `de=${german}`,
    '--name-in',
    'de=Parkausweise=Anwohner',
    '--name-in',
    'fr=Stationnement',
  ]
  const added = (await add(...more)).json<{ client_id: string }>()
  const names = { de: 'Parkausweise=Anwohner', fr: 'Stationnement' }
  expect(added).toMatchObject({ home, names, homes: { de: german } })
  expect((await run('client', 'show', added.client_id)).out).toContain(german)
  const changed = await run(
    'client',
    'update',
    added.client_id,
    '--name-in',
    'fr=',
    '--home',
    'none',
    '--home-in',
    'de=',
    '--json',
  )
  expect(changed.json()).toMatchObject({
    home: new URL('/', CALLBACK).href,
    names: { de: 'Parkausweise=Anwohner' },
    homes: {},
  })
  expect((await run('client', 'show', added.client_id)).out).toContain('Parkausweise=Anwohner')
})

test.each([
  [['--home', 'https://b.example/'], 'is on another origin than'],
  [['--home', 'a.example'], 'must be an https:// address'],
  [['--home-in', 'de=https://b.example/'], 'The home in "de" is on another origin'],
  [['--home-in', 'xx=http://localhost:4100/'], 'No page is in the language "xx"'],
  [['--name-in', 'xx=X'], 'No page is in the language "xx"'],
  [['--name-in', 'de='], 'must have 1 to 100 printable characters'],
])('client add %j is refused with 1 and leaves nothing', async (options, sentence) => {
  const before = (await run('client', 'list', '--json')).json<unknown[]>().length
  const { exitCode, out, refusal } = await add(...options)
  expect([exitCode, out]).toEqual([1, ''])
  expect(refusal().says).toContain(sentence)
  expect((await run('client', 'list', '--json')).json<unknown[]>()).toHaveLength(before)
})

test.each([
  [['--name-in', 'de'], "--name-in 'de' is not LANG=NAME."],
  [['--name-in', 'de=A', 'de=B'], '--name-in gives de twice.'],
  [['--home-in', 'de'], "--home-in 'de' is not LANG=URL."],
])('client update %j is no command line', async (options, sentence) => {
  const { exitCode, err } = await run('client', 'update', 'X', ...options)
  expect([exitCode, err.includes(sentence)]).toEqual([2, true])
})
