import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { plusSeconds } from '../platform/clock.ts'
import { carryOutAll, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a lost app that waits for its removal is told until it is removed', async () => {
  const { lost } = await withOldApp(service, await addCitizen(service))
  const about = async () => (await explained(service, lost.citizen)).get('app-removal-waits')
  expect(await about()).toBeUndefined()
  await lost.ask()
  const dueAt = plusSeconds(service.clock.now(), WAIT_SECONDS)
  expect(await about()).toMatchObject({
    weight: 'stops',
    found: expect.stringContaining(`It is removed on ${inWords(dueAt)}`),
  })
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  const putOff = await about()
  expect(putOff?.found).not.toContain(inWords(dueAt))
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect(await about()).toBeUndefined()
})
