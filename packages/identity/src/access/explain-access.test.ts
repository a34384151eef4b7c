import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained } from '../../testing/explained.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { disableClient, enableClient, findClientSecrets, retireClientSecret } from '../clients/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a citizen whose program is disabled reads so, and the program says since when', async () => {
  const citizen = await addCitizen(service)
  const program = await addProgram(service, { name: 'Library <b>cards</b>' })
  await enterProgram(service, program, citizen)
  expect((await explained(service, citizen)).has('program-disabled')).toBe(false)
  expect((await explained(service, citizen)).get('signed-in')?.found).toMatch(/signed in with 1 browser,/)
  await disableClient(service.foundation, program.clientId)
  expect((await explained(service, citizen)).get('program-disabled')).toMatchObject({
    weight: 'slows',
    mayDo: `Read why: portico citizen why ${program.clientId}`,
  })
  const { clientId } = program
  expect((await explained(service, { clientId })).get('program-disabled')?.weight).toBe('stops')
  await enableClient(service.foundation, clientId)
  expect((await explained(service, { clientId })).has('program-disabled')).toBe(false)
})

test('a program tells when it used its secret, and that it has none any more', async () => {
  const { clientId } = await addProgram(service)
  const about = async () => explained(service, { clientId })
  expect((await about()).get('program-secret-used')?.found).toMatch(/has never used its secret/)
  const [secret] = await findClientSecrets(service.foundation.db, clientId)
  await retireClientSecret(service.foundation, { clientId, secretId: secret?.secretId ?? '' })
  expect((await about()).get('program-without-secret')?.weight).toBe('stops')
  expect([...(await explained(service, { clientId: 'nobody' })).keys()]).toEqual([])
})
