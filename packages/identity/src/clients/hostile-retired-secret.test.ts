import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { basic } from '../../testing/people.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { addClientSecret, retireClientSecret } from './change-secrets.ts'
import { isCurrentClient } from './client-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function clientWithTwoSecrets(needs: Basics) {
  const added = await addClient(needs, {
    name: `P${Math.random()}`,
    redirectUris: ['https://permits.example.test/cb'],
    scope: 'openid email',
    confirmation: 'first-time',
    tokenLimitPerMinute: null,
    introspectionLimitPerMinute: null,
  })
  if (!added.ok) throw new Error('no client')
  const { clientId } = added.value.client
  await addClientSecret(needs, clientId, { label: 'next', expiresAt: null })
  return { clientId, secretId: added.value.secretId, stolen: added.value.clientSecret.reveal() }
}

test('a secret that is retired while it authenticates is not remembered with the revision after its retirement', async () => {
  const needs: Basics = { db: database.db, clock: fakeClock(), random: systemRandom }
  const { clientId, secretId, stolen } = await clientWithTwoSecrets(needs)
  let retire: (() => Promise<unknown>) | undefined = () => retireClientSecret(needs, { clientId, secretId })
  // The two reads go over two connections; the one of the client comes later than the one of the secrets.
  const slow: Database = {
    transaction: (work) => database.db.transaction(work),
    query: async (statement, ...values) => {
      if (statement.join('').includes('from clients where') && retire) {
        const once = retire
        retire = undefined
        await new Promise((resolve) => setTimeout(resolve, 50))
        await once()
      }
      return database.db.query(statement, ...values)
    },
  }
  const clients = createClientAuthenticator({ ...needs, db: slow })
  await clients.authenticate(basic(clientId, stolen))
  const later = await clients.authenticate(basic(clientId, stolen))
  const isAccepted = later.ok && (await isCurrentClient(database.db, later.value))
  expect(isAccepted).toBe(false)
})

test('statistics: real pool, hammering while secrets are retired', { timeout: 120_000 }, async () => {
  const needs: Basics = { db: database.db, clock: fakeClock(), random: systemRandom }
  let revived = 0
  const rounds = Number(process.env['ROUNDS'] ?? 300)
  for (let round = 0; round < rounds; round += 1) {
    const { clientId, secretId, stolen } = await clientWithTwoSecrets(needs)
    const clients = createClientAuthenticator(needs)
    let done = false
    const hammer = async () => {
      while (!done) await clients.authenticate(basic(clientId, stolen), 'fresh')
    }
    // Slow statements of others on the same pool, as a sign-in that waits for a row.
    const slow = async () => {
      while (!done) await database.db.query`select pg_sleep(0.02)`
    }
    const hammers = [...[1, 2, 3, 4, 5, 6, 7, 8].map(hammer), ...[1, 2, 3, 4].map(slow)]
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 20))
    await retireClientSecret(needs, { clientId, secretId })
    const after = await clients.authenticate(basic(clientId, stolen))
    done = true
    if (after.ok && (await isCurrentClient(database.db, after.value))) revived += 1
    await Promise.all(hammers)
  }
  console.log(`revived in ${revived} of ${rounds}`)
  expect(revived).toBe(0)
})
