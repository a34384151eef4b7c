import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import type { TestService } from '../../testing/test-service.ts'
import { plusSeconds } from '../platform/clock.ts'
import {
  carryOutAll,
  newCase,
  startChangeService,
  UNDO_SECONDS,
  WAIT_SECONDS,
} from './change-address.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startChangeService()
})
afterAll(() => service.close())

test('a change that waits, one that was done and one that cannot be undone any more are told apart', async () => {
  const it = await newCase(service)
  const { citizenId, email } = it.citizen
  const about = async (asked: string) => explained(service, { citizenId, email: asked })
  await it.begin()
  expect((await about(email)).get('address-change-waits')).toMatchObject({
    weight: 'waits',
    found: expect.stringContaining(`from ${inWords(plusSeconds(service.clock.now(), WAIT_SECONDS))} on`),
  })
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  const until = inWords(plusSeconds(service.clock.now(), UNDO_SECONDS))
  expect((await about(email)).get('address-changed')).toMatchObject({
    weight: 'stops',
    tell: expect.stringContaining(`until ${until}`),
  })
  expect((await about(it.newEmail)).get('address-changed')?.weight).toBe('waits')
  service.clock.advance(UNDO_SECONDS)
  expect((await about(email)).has('address-changed')).toBe(false)
})
