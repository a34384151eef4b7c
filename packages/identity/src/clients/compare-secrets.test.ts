import type * as Crypto from 'node:crypto'
import { timingSafeEqual } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addProgram, basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type ClientAuthenticator, createClientAuthenticator } from './authenticate-client.ts'
import { addClientSecret } from './change-secrets.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) }
})

let database: TestDatabase
let clients: ClientAuthenticator
let clientId: string
const secrets: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const needs = { db: database.db, clock: fakeClock(), random: systemRandom, by: TEST_ORDER }
  clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
  const program = await addProgram({ foundation: needs })
  clientId = program.clientId
  secrets.push(program.secret)
  for (const label of ['second', 'third']) {
    const another = await addClientSecret(needs, clientId, { label, expiresAt: null })
    if (!another.ok) throw new Error(another.refusal)
    secrets.push(another.value.clientSecret.reveal())
  }
})
afterAll(() => database.drop())

/** What was compared while this header was proven, as lengths of both sides. */
async function comparisons(header: string): Promise<readonly (readonly [number, number])[]> {
  vi.mocked(timingSafeEqual).mockClear()
  await clients.authenticate(header, 'fresh')
  return vi.mocked(timingSafeEqual).mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])
}

// proves: threat-client-secret
test('every secret of a client is compared, whichever is the right one, and hashes alone: how long it takes tells nothing', async () => {
  const candidates = [...secrets, secrets[0]?.slice(0, -1) ?? '', 'x', 'x'.repeat(5_000)]
  for (const candidate of candidates)
    expect(await comparisons(basic(clientId, candidate))).toEqual(Array(4).fill([32, 32]))
})

// proves: threat-client-secret
test('who asks as a client that nobody knows is compared with, too', async () => {
  expect(await comparisons(basic('A'.repeat(24), secrets[0] ?? ''))).toEqual([[32, 32]])
})
