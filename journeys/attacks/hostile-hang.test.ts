import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../packages/identity/testing/database.ts'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { enterProgram } from '../../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { composeService, type Service } from '../../packages/identity/src/compose.ts'
import { readConfig } from '../../packages/identity/src/config.ts'
import { openPools } from '../../packages/identity/src/open-pools.ts'

let made: TestService
let service: Service
let address = ''
const database = await createTestDatabase()
const pools = openPools(database.address, { connections: 6, deadlineMilliseconds: 2_500 })
beforeAll(async () => {
  made = await startTestService({ database })
  service = await composeService(
    { ...made.foundation, ...pools },
    { ...readConfig({ PORTICO_BASE_URL: made.baseUrl }), hashingConcurrency: 2 },
    { available: () => true, wake: () => undefined },
  )
  address = await service.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.server.close()
  await service.limits.close()
  await made.close()
  await Promise.all(Object.values(pools).map((pool) => pool.close()))
  await database.drop()
})

test('while a table is locked, each introspection is told 503 within 3 s, also beside others', { timeout: 60_000 }, async () => {
  const program = await addProgram(made)
  const { tokens } = await enterProgram(made, program, await addCitizen(made))
  const ask = async () => {
    const begun = performance.now()
    const answer = await fetch(`${address}/api/integrations/introspect/`, {
      method: 'POST',
      headers: { authorization: program.basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: `token=${tokens.access_token}`,
    })
    return [answer.status, Math.round(performance.now() - begun)] as const
  }
  expect((await ask())[0]).toBe(200)
  let release = () => undefined as void
  const locked = made.foundation.db.transaction(async (tx) => {
    await tx.query`lock table access_tokens in access exclusive mode`
    await new Promise<void>((resolve) => (release = () => resolve()))
  })
  await wait(200)
  const answers = await Promise.all(
    [0, 100, 200, 300, 400].map(async (later) => {
      await wait(later)
      return ask()
    }),
  )
  release()
  await locked
  console.log(JSON.stringify(answers))
  expect(answers.filter(([, took]) => took > 3_000)).toEqual([])
})
