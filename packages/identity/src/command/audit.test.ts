import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let settings: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  settings = settingsFor(database)
})
afterAll(() => database.drop())

async function addClient(): Promise<{ client_id: string }> {
  const args = ['client', 'add', 'Permits', '--redirect-uri', 'http://localhost:4100/callback/', '--json']
  return (await portico(settings, args)).json<{ client_id: string }>()
}

test('--follow --json prints each event as one line of JSON, until it is stopped', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const args = ['audit', '--follow', '--json', '--limit', '1']
  const following = portico(settings, args, { stop: stop.signal, out: lines })
  const shown = async (id: string) => expect.poll(() => lines.join()).toContain(id)
  const before = await addClient()
  await shown(before.client_id)
  const { client_id } = await addClient()
  await shown(client_id)
  await shown((await addClient()).client_id)
  stop.abort()
  const { exitCode, out } = await following
  expect(exitCode).toBe(0)
  const events = out.split('\n').map((line) => JSON.parse(line) as { name: string; client_id: string | null })
  expect(events.filter((event) => event.client_id === client_id)).toMatchObject([{ name: 'client-added' }])
})
