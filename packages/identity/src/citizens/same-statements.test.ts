import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { suspendCitizen } from './change-citizen.ts'
import { findCitizenByEmail } from './citizen-store.ts'
import { asOfNow } from './suspension.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

/** The same database, which writes down what it is asked. */
function noted(db: Database, log: string[]): Database {
  return {
    ...db,
    query: (statement, ...values) => {
      log.push(statement.join('?'))
      return db.query(statement, ...values)
    },
    transaction: (work) => {
      log.push('begin')
      return db.transaction((tx) => work(noted(tx, log)))
    },
  }
}

async function statementsFor(email: string): Promise<string[]> {
  const log: string[] = []
  const { foundation } = service
  await asOfNow(
    { ...foundation, db: noted(foundation.db, log) },
    await findCitizenByEmail(foundation.db, email),
  )
  return log
}

// proves: threat-enumeration-by-effect
test('a door asks the same of the database for an active, a suspended and an unknown account', async () => {
  const { foundation, clock } = service
  const needs = { ...foundation, by: TEST_ORDER }
  const active = await addCitizen(service)
  const [ends, endless, rowless] = [
    await addCitizen(service),
    await addCitizen(service),
    await addCitizen(service),
  ]
  const asked = (who: { subject: string }) => ({ emailOrSubject: who.subject, reason: 'a ticket' })
  await suspendCitizen({ ...needs, endsAt: plusSeconds(clock.now(), 3600) }, asked(ends))
  await suspendCitizen(needs, asked(endless))
  await suspendCitizen(needs, asked(rowless))
  await foundation.db.query`delete from suspensions where citizen_id = ${rowless.citizenId}`
  const expected = await statementsFor('nobody@example.org')
  expect(expected).toHaveLength(1)
  for (const { email } of [active, ends, endless, rowless])
    expect(await statementsFor(email)).toEqual(expected)
})
