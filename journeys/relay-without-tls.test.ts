import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay, type TestRelay } from '../packages/identity/src/mail/relay.fixture.ts'
import { createTestDatabase } from '../packages/identity/testing/database.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay({ disabledCommands: ['STARTTLS'] })
})
afterAll(() => relay.stop())

/** A running service with a mail server that counts as one on another machine. */
async function serving<Value>(
  environment: Readonly<Record<string, string>>,
  work: (identity: IdentityProcess) => Promise<Value>,
): Promise<Value> {
  const database = await createTestDatabase()
  try {
    const identity = await startIdentity({
      databaseUrl: database.url,
      environment: { PORTICO_SMTP_URL: `smtp://${relay.place}`, ...environment },
    })
    try {
      return await work(identity)
    } finally {
      await identity.close()
    }
  } finally {
    await database.drop()
  }
}

const register = async ({ baseUrl }: IdentityProcess, email: string) => {
  const answer = await fetch(`${baseUrl}/api/v1/accounts/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ada Lovelace', email }),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('a service whose relay is on another machine and offers no STARTTLS sends nothing, and says 503', async () => {
  await serving({}, async (identity) => {
    let tried = 0
    await until('registration is answered 503', async () => {
      tried += 1
      return (await register(identity, `ada${tried}@example.org`)) === 503 ? true : undefined
    })
  })
  expect(relay.taken).toEqual([])
})

test('the setting that says in so many words that links may go in clear lets them go', async () => {
  await serving({ PORTICO_SMTP_ALLOW_CLEARTEXT: 'yes-send-links-in-clear' }, async (identity) => {
    expect(await register(identity, 'grace@example.org')).toBe(202)
    await until('the letter arrives', async () => (relay.taken.length > 0 ? true : undefined))
  })
  expect(relay.encrypted).toEqual([false])
})
