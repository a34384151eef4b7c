import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { signOutCitizen } from '../citizens/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { UTC } from '../platform/date-words.ts'
import {
  type ChangeCase,
  carryOutAll,
  changedCase,
  DAY_SECONDS,
  newCase,
  startChangeService,
  UNDO_SECONDS,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { sendWayBack } from './send-way-back.ts'

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
    weight: 'stops',
    found: expect.stringContaining('somebody else has taken over the account'),
    mayDo: `${mayDo} If the caller proves who they are, did not change it, and cannot read the old mailbox, keep everybody out until that is clear: portico citizen suspend ${it.citizen.subject} --cause taken-over --reason TEXT`,
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

test('a change that waits is told at its new address, however many others have begun to wait after it', async () => {
  const it = await newCase(service)
  await it.begin()
  const askedAt = inWords(service.clock.now())
  service.clock.advance(3_600)
  for (let other = 0; other < 5; other += 1) await (await newCase(service)).order()
  const told = await explained(service, { email: it.newEmail })
  expect(told.get('new-address-waits')?.found).toContain(askedAt)
})

test('a link of another kind that proves the same address is not told as one to a new address', async () => {
  const it = await newCase(service)
  const needs = { ...service.foundation, baseUrl: service.baseUrl, serviceName: 'portico', timeZone: UTC }
  const storeOther = () => storeLink(needs, KEEP_ADDRESS_LINK, it.citizen, { newEmail: it.newEmail })
  const about = async () => (await explained(service, { email: it.newEmail })).get('new-address-link-waits')
  await storeOther()
  expect(await about()).toBeUndefined()
  service.clock.advance(3_600)
  const askedAt = inWords(service.clock.now())
  await it.request()
  service.clock.advance(3_600)
  await storeOther()
  expect((await about())?.found).toContain(askedAt)
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

const sendAgain = ({ citizen }: ChangeCase) => {
  const { foundation, baseUrl } = service
  const needs = { ...foundation, baseUrl, serviceName: 'portico', timeZone: UTC, by: TEST_ORDER }
  return sendWayBack(needs, citizen, { reason: 'called', option: () => '' })
}
const foundOf = async ({ citizen: { citizenId, email } }: ChangeCase, name: string) =>
  (await explained(service, { citizenId, email })).get(name)?.found
const AGAIN = 'The email with the way back was sent once more on'

// proves: way-back-sent-is-told
test.each([
  ['address-change-waits', 'address-change-begun', waitingCase],
  ['address-changed', 'address-changed', changedCase],
] as const)('when the letter with the way back was sent once more is told: %s', async (name, kind, make) => {
  const it = await make(service)
  await service.database.db.query`delete from outbox`
  expect(await foundOf(it, name)).not.toContain(AGAIN)
  for (const seconds of [70, 3_600]) {
    service.clock.advance(seconds)
    await sendAgain(it)
    expect(await foundOf(it, name)).toContain(
      `${AGAIN} ${inWords(service.clock.now())}. The email waits to be sent.`,
    )
  }
  await service.database.db.query`delete from outbox`
  expect(await foundOf(it, name)).toContain(
    `${AGAIN} ${inWords(service.clock.now())}. The mail server has taken the email.`,
  )
  await appendEvent(service.foundation, {
    ...{ name: 'letter-given-up', origin: { actor: 'system' }, citizenId: it.citizen.citizenId },
    details: { kind, reason: 'refused-recipient', reply: '550 5.1.1' },
  })
  expect(await foundOf(it, name)).toMatch(
    /refused the email for good \(550 5\.1\.1\)\. It mostly means that there is no such mailbox\.$/,
  )
  service.clock.advance(3_600)
  await sendAgain(it)
  expect(await foundOf(it, name)).toMatch(/ The email waits to be sent\.$/)
})

test('what was sent before the change was carried out is not told after it, and nothing of another account', async () => {
  const it = await waitingCase(service)
  const other = await waitingCase(service)
  await sendAgain(it)
  expect(await foundOf(other, 'address-change-waits')).not.toContain(AGAIN)
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect(await foundOf(it, 'address-changed')).not.toContain(AGAIN)
})

test('the letter with the link to a new address is told as waiting, taken or refused', async () => {
  const it = await newCase(service)
  const found = async () =>
    (await explained(service, { email: it.newEmail })).get('new-address-link-waits')?.found
  await it.request()
  expect(await found()).toContain(' The email waits to be sent. ')
  await service.database.db.query`delete from outbox`
  expect(await found()).toContain(' The mail server has taken the email. ')
  await service.database.db.query`
    insert into refused_letters (asked_by, expires_at, reply)
    select link_hash, expires_at, '552 5.2.2' from mailed_links where email = ${it.newEmail}`
  expect(await found()).toContain('refused the email for good (552 5.2.2).')
})
