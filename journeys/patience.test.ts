import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../packages/identity/testing/database.ts'
import { addCitizen, addProgram, type TestClient } from '../packages/identity/testing/people.ts'
import { enterProgram, introspect, postForm } from '../packages/identity/testing/program-flow.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'

/** Two processes on one database: one with the usual deadline, one with a longer one. */
let database: TestDatabase
let usual: IdentityProcess
let patient: IdentityProcess
let program: TestClient

beforeAll(async () => {
  database = await createTestDatabase()
  const start = (deadline: string) =>
    startIdentity({ databaseUrl: database.url, environment: { PORTICO_DATABASE_DEADLINE_MS: deadline } })
  ;[usual, patient] = await Promise.all([start(''), start('15000')])
  program = await addProgram(patient.service)
})

afterAll(async () => {
  await Promise.all([usual?.close(), patient?.close()])
  await database?.drop()
})

async function statusAt({ service }: IdentityProcess, token: string): Promise<number> {
  const asked = { authorization: program.basic }
  return (await postForm(service, '/api/integrations/introspect/', { token }, asked)).status
}

test('PORTICO_DATABASE_DEADLINE_MS is how long a request waits for the database', async () => {
  const { tokens } = await enterProgram(patient.service, program, await addCitizen(patient.service))
  const token = tokens.access_token
  await introspect(usual.service, program, token)
  const { waiting, given } = await database.db.transaction(async (tx) => {
    await tx.query`lock table access_tokens in access exclusive mode`
    const waiting = statusAt(patient, token)
    // The second deadline begins when the first one is over, so the longer deadline was still running then.
    return { waiting, given: [await statusAt(usual, token), await statusAt(usual, token)] }
  })
  expect(given).toEqual([503, 503])
  expect(await waiting).toBe(200)
})
