import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram, postForm } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const run = (...args: readonly string[]) => portico(settingsFor(service.database), ['client', ...args])

/** Two events of one millisecond have no order. */
async function eventsOf({ clientId }: TestClient): Promise<unknown[]> {
  const rows = await service.database.db.query<{ name: string; details: object }>`
    select name, details from audit_events
     where client_id = ${clientId} and name like 'client-%' and name <> 'client-added' order by name`
  return rows.map(({ name, details }) => [name, details])
}

// proves: design-7.36-disable-ends-all
test('disabling a client says how many grants ended, for people, in JSON and in the audit (design 36)', async () => {
  const [program, other] = [await addProgram(service), await addProgram(service)]
  const entered = [
    await enterProgram(service, program, await addCitizen(service)),
    await enterProgram(service, program, await addCitizen(service)),
    await enterProgram(service, program, await addCitizen(service)),
  ]
  await enterProgram(service, other, await addCitizen(service))
  const revoked = entered[0]?.tokens.refresh_token ?? ''
  await postForm(service, '/o/revoke/', { token: revoked }, { authorization: program.basic })
  const suspended = await addCitizen(service)
  await enterProgram(service, program, suspended)
  await suspendCitizen(service.foundation, { emailOrSubject: suspended.email, reason: 'a reason' })

  expect((await run('disable', program.clientId, '--json')).json()).toMatchObject({
    disabled: true,
    grants_ended: 2,
  })
  expect((await run('disable', program.clientId)).out).toContain('was already disabled')
  await run('enable', program.clientId)
  expect((await run('disable', program.clientId)).out).toContain('Grants that were active: 0.')
  const reason = 'a test'
  expect(await eventsOf(program)).toEqual([
    ['client-disabled', { reason }],
    ['client-disabled', { reason }],
    ['client-enabled', { reason }],
    ['client-grants-ended', { reason, grants: 2 }],
  ])
  expect((await run('disable', other.clientId)).out).toContain('Grants that were active: 1.')
})
