import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../packages/identity/testing/people.ts'
import { exchange, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { startTrace } from './trace.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function exchangeOnce(): Promise<void> {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  expect(await exchange(service, program, { ...attempt, code })).toMatchObject({ status: 200 })
}

test('the way of a code exchange is traced from its route to its statement', async () => {
  await exchangeOnce()
  const { writes } = service.foundation
  const { query } = writes
  const trace = startTrace()
  const ways: (readonly string[])[] = []
  const traced: typeof query = (statement, ...values) => {
    if (/update authorization_codes[\s\S]*insert into grants/.test(statement.join('')))
      ways.push(trace.files())
    return query.call(writes, statement, ...values) as never
  }
  Object.assign(writes, { query: traced })
  try {
    await exchangeOnce()
  } finally {
    trace.stop()
    Object.assign(writes, { query })
  }
  expect(ways).toHaveLength(1)
  const [files = []] = ways
  expect(files[0]).toMatch(/routes\.ts$/)
  expect(files.at(-1)).toMatch(/redeem/)
  const { PORTICO_TRACE: into } = process.env
  if (into) writeFileSync(into, JSON.stringify(files))
})
