import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenAt } from '../../testing/ended-feed.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { onPort, startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, raiseSecurityVersion } from '../citizens/index.ts'

const CITIZENS = 40
const ROUNDS = 3

let one: TestService
let two: TestService
let program: TestClient

beforeAll(async () => {
  one = await startTestService()
  two = await startTestService({ database: one.database, clock: one.clock })
  program = await addProgram(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** Ends a citizen's access, and keeps the transaction open for this many turns of the event loop after it has written. */
function endSlowly(service: TestService, { citizenId }: Citizen, turns: number): Promise<void> {
  return service.foundation.db.transaction(async (tx) => {
    await raiseSecurityVersion(tx, citizenId)
    await appendEvent(
      { ...service.foundation, db: tx },
      { name: 'citizen-signed-out', origin: systemOrigin, citizenId },
    )
    for (let turn = 0; turn < turns; turn += 1) await tx.query`select pg_sleep(0.005)`
  })
}

describe('while forty citizens are ended at once, in transactions that overlap', () => {
  // proves: feed-late-commit
  test('every listener of every process hears of each of them', { timeout: 60_000 }, async () => {
    const citizens = await Promise.all(Array.from({ length: CITIZENS }, () => addCitizen(one)))
    for (const who of citizens) await enterProgram(one, program, who)
    const addresses = [one.baseUrl, onPort(two).baseUrl]
    for (let round = 0; round < ROUNDS; round += 1) {
      const listeners = await Promise.all(
        [addresses, addresses, [addresses[0] ?? ''], [addresses[1] ?? '']].map((each) =>
          listenAt(each, program),
        ),
      )
      const wanted = new Set(citizens.map(({ subject }) => subject))
      const hearing = listeners.map(async ({ heard, next }) => {
        while (heard.size < wanted.size) await next()
      })
      const order = citizens.toSorted(() => Math.random() - 0.5)
      await Promise.all(
        order.map((who, index) => endSlowly(index % 2 === 0 ? one : two, who, (index * 7) % 23)),
      )
      await Promise.all(hearing)
      for (const { heard, answers } of listeners) {
        expect(heard).toEqual(wanted)
        expect(answers.slice(1).some((answer) => answer.check_all)).toBe(false)
      }
    }
  })
})
