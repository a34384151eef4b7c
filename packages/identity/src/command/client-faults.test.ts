import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settingsFor(database), args)

const LIMIT = 'A limit is a whole number from 1 to 100000000.'

test('client add and client update tell each fault of what was given', async () => {
  const uri = ['--redirect-uri', 'https://permits.example/']
  const added = await run('client', 'add', 'Permits', ...uri, '--reason', 'x', '--json')
  const { client_id } = added.json<{ client_id: string }>()
  const name = 'x'.repeat(101)
  const wrong = ['--redirect-uri', 'http://a.example/', '--token-limit', '0', '--scope', 'profile']
  for (const words of [
    ['add', name],
    ['update', client_id, '--name', name],
  ]) {
    const given = ['client', ...words, ...wrong, '--reason', 'x']
    const { says, faults } = (await run(...given, '--json')).refusal()
    expect(says).toBe('4 faults. Nothing was changed.')
    expect(faults).toEqual([
      'The name must have 1 to 100 printable characters.',
      expect.stringContaining('The redirect URI http://a.example/ must begin with https://'),
      LIMIT,
      'The scope must contain openid.',
    ])
    expect((await run(...given)).err).toBe(`portico: ${[says, ...faults].join('\n')}`)
  }
  const one = await run('client', 'update', client_id, '--token-limit', '0', '--reason', 'x', '--json')
  expect(one.refusal()).toMatchObject({ says: LIMIT, faults: [] })
})
