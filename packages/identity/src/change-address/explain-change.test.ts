import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import type { TestService } from '../../testing/test-service.ts'
import { signOutCitizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import {
  carryOutAll,
  DAY_SECONDS,
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
  const mayDo = `portico citizen send-way-back ${it.citizen.subject} --reason TEXT`
  await it.begin()
  expect((await about(email)).get('address-change-waits')).toMatchObject({
    ...{ weight: 'waits', mayDo },
    found: expect.stringContaining(`from ${inWords(plusSeconds(service.clock.now(), WAIT_SECONDS))} on`),
  })
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  const until = inWords(plusSeconds(service.clock.now(), UNDO_SECONDS))
  expect((await about(email)).get('address-changed')).toMatchObject({
    ...{ weight: 'stops', mayDo },
    tell: expect.stringContaining(`until ${until}`),
  })
  expect((await about(it.newEmail)).get('address-changed')).toMatchObject({ weight: 'waits', mayDo })
  service.clock.advance(UNDO_SECONDS)
  expect((await about(email)).has('address-changed')).toBe(false)
})

test('the address that an account asked for is told from the letter on until the account has it', async () => {
  const it = await newCase(service)
  const about = async () => explained(service, { email: it.newEmail })
  expect([...(await about()).keys()]).toEqual([])
  const askedAt = service.clock.now()
  await it.request()
  expect((await about()).get('new-address-link-waits')).toMatchObject({
    ...{ weight: 'stops', to: 'owner' },
    found: expect.stringContaining(`works until ${inWords(plusSeconds(askedAt, DAY_SECONDS))}`),
  })
  await it.confirm()
  const dueAt = inWords(plusSeconds(service.clock.now(), WAIT_SECONDS))
  const told = await about()
  expect([...told.keys()]).toEqual(['new-address-waits'])
  expect(told.get('new-address-waits')).toMatchObject({
    ...{ weight: 'stops', to: 'owner' },
    found: expect.stringContaining(`signs in with it from ${dueAt} on`),
    tell: `Sign in with the old address until ${dueAt}, and with this one after that.`,
  })
  // Nothing names the account.
  for (const secret of [it.citizen.email.split('@')[0] ?? '', it.citizen.subject, it.citizen.fullName])
    expect(JSON.stringify([...told.values()])).not.toContain(secret)
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect((await about()).has('new-address-waits')).toBe(false)
})

test('a link to a new address that nobody opened is told as over', async () => {
  const it = await newCase(service)
  await it.request()
  service.clock.advance(DAY_SECONDS)
  const told = await explained(service, { email: it.newEmail })
  expect(told.get('new-address-link-expired')?.tell).toMatch(/^Sign in with the old address/)
  expect(told.has('new-address-link-waits')).toBe(false)
})

test('a change that the next step stops is not told at its new address', async () => {
  const it = await newCase(service)
  await it.begin()
  await signOutCitizen(service.foundation, { emailOrSubject: it.citizen.email, reason: 'She called' })
  expect([...(await explained(service, { email: it.newEmail })).keys()]).toEqual([])
})

test('a link to a new address that has ended with the sessions of its citizen is not told', async () => {
  const it = await newCase(service)
  await it.request()
  await signOutCitizen(service.foundation, { emailOrSubject: it.citizen.email, reason: 'She called' })
  expect((await explained(service, { email: it.newEmail })).has('new-address-link-waits')).toBe(false)
})
