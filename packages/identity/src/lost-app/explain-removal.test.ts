import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { relayOf } from '../mail/relay-of.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { carryOutAll, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

const HALF_HOUR_SECONDS = 30 * 60

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

test('the letter that begins a removal is told until it is used, also where it is over or refused', async () => {
  const { lost } = await withOldApp(service, await addCitizen(service, { email: 'waits@example.org' }))
  const about = async () => explained(service, lost.citizen)
  const askedAt = service.clock.now()
  await lost.report()
  const asked = `On ${inWords(askedAt)} an email was asked for that removes the lost app for codes.`
  expect((await about()).get('other-link-waits')).toMatchObject({
    ...{ weight: 'waits', to: 'owner' },
    found: expect.stringContaining(`${asked}`),
  })
  service.clock.advance(HALF_HOUR_SECONDS)
  expect((await about()).get('other-link-expired')).toMatchObject({
    found: expect.stringContaining(
      `not used, and ended on ${inWords(plusSeconds(askedAt, HALF_HOUR_SECONDS))}`,
    ),
    tell: 'Ask for it once more, and open the newest email within half an hour.',
  })
  await lost.ask()
  const names = [...(await about()).keys()]
  expect(names).toContain('app-removal-waits')
  expect(names.filter((name) => name.startsWith('other-'))).toEqual([])
})

test('a refused letter about a lost app is told with what the mail server answered', async () => {
  const relay = await relayOf(service)
  try {
    const { lost } = await withOldApp(service, await addCitizen(service, { email: 'refused@example.org' }))
    relay.refuse('RCPT', 550, '5.1.1 nobody here')
    await lost.report()
    await relay.sendDue()
    const refused = (await explained(service, lost.citizen)).get('other-mail-refused')
    expect(refused).toMatchObject({ weight: 'slows', found: expect.stringContaining('5.1.1') })
    expect(refused?.found).toContain('removes the lost app')
    expect(refused?.mayDo).toContain('portico citizen change-address')
  } finally {
    await relay.close()
  }
})
