// Takes long, because each letter is sent to a mail server, and some are refused again and again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { postTo } from '../mail/index.ts'
import type { RelayOf } from '../mail/relay-of.fixture.ts'
import { smtpRefusal } from '../mail/smtp.fixture.ts'
import { Secret } from '../platform/secret.ts'
import {
  addBrought,
  type InvitationStage,
  invite as inviteWith,
  startInvitations,
} from './brought.fixture.ts'
import type { Inviting } from './invite-citizens.ts'

const DAY = 86_400

let stage: InvitationStage
let service: TestService
let relay: RelayOf

beforeAll(async () => {
  stage = await startInvitations()
  ;({ service, relay } = stage)
})
beforeEach(() => stage.clear())
afterAll(() => stage.close())

const send = () => relay.sendDue()
const invite = (order: Partial<Inviting> = {}, meanwhile: () => Promise<unknown> = send) =>
  inviteWith(service, order, meanwhile)
/** In place of a mail server that takes every letter. */
const drain = () => service.database.db.query`delete from outbox`
const written = () => stage.written()
const addresses = (...citizens: readonly Citizen[]) => citizens.map(({ email }) => email).toSorted()
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => addBrought(service)))
/** A letter that somebody waits for. */
const recover = ({ email, fullName }: Citizen) =>
  postTo(
    service.foundation,
    { email, fullName, language: '' },
    { kind: 'recovery', link: new Secret(`${service.baseUrl}/recover/`) },
  )

describe('the rate', () => {
  // proves: bring-invitation-rate
  test.each([7, 1_000, 36_000])('of %i an hour is kept, also by several runs', async (perHour) => {
    await crowd(12)
    const from = service.clock.nowMilliseconds()
    await invite({ perHour, limit: 5 }, drain)
    await invite({ perHour }, drain)
    const events = await service.database.db.query<{ at: number }>`
      select (extract(epoch from at) * 1000)::bigint as at from audit_events where name = 'citizen-invited' order by 1`
    expect(events).toHaveLength(12)
    const times = [from, ...events.map(({ at }) => at)]
    // Stored times have whole milliseconds.
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - times[at - 1]!).toBeGreaterThanOrEqual(3_600_000 / perHour - 1)
  })
  test('stays where the clock is set back, and nobody waits for the time to come again', async () => {
    await crowd(3)
    let isBack = false
    const setBack = async () => {
      await drain()
      if (!isBack) service.clock.advance(-10 * DAY)
      isBack = true
    }
    const startedAt = service.clock.now()
    expect(await invite({}, setBack)).toMatchObject({ invited: 3 })
    expect(service.clock.now()).toBeLessThan(startedAt)
    service.clock.advance(10 * DAY)
  })
  test('ends where so many are invited as were allowed', async () => {
    await crowd(3)
    expect(await invite({ limit: 2 }, drain)).toMatchObject({ due: 3, invited: 2, endedBy: 'limit' })
    expect(await invite({ limit: 1 }, drain)).toMatchObject({ due: 1, invited: 1, endedBy: 'all' })
  })
})

describe('other letters go first', () => {
  // proves: bring-invitation-rate
  test('while one has waited ten seconds and was not tried yet, none is added, and that is said', async () => {
    const [ana] = await crowd(2)
    await recover(ana!)
    service.clock.advance(11)
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      const waiting = await service.database.db.query<{ kind: string }>`select kind from outbox`
      if (pauses < 30) expect(waiting).toEqual([{ kind: 'recovery' }])
      else await send()
    }
    const { said, ...done } = await invite({}, meanwhile)
    expect(done).toMatchObject({ invited: 2 })
    expect(said).toEqual([
      'The accounts are looked through.',
      '2 citizens are to be invited, 1000 an hour',
      'Nobody is invited for now: 1 letter waits in the outbox. Does the service run, and portico doctor find nothing?',
    ])
  })
  // proves: bring-invitation-rate
  test('where each look finds a new one, invitations go on', async () => {
    const [ana] = await crowd(5)
    const busy = async () => {
      await drain()
      await recover(ana!)
    }
    const stop = new AbortController()
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      if (pauses === 60) stop.abort()
      await busy()
    }
    expect(await inviteWith(service, {}, meanwhile, stop.signal)).toMatchObject({
      ...{ invited: 5, endedBy: 'all' },
      said: expect.not.arrayContaining([expect.stringContaining('Nobody is invited')]),
    })
  })
  // proves: bring-invitation-rate
  test('a letter that comes now stands behind those of one second, also at the highest rate', async () => {
    await crowd(15)
    const stop = new AbortController()
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      if (pauses === 30) stop.abort()
    }
    expect(await inviteWith(service, { perHour: 36_000 }, meanwhile, stop.signal)).toMatchObject({
      invited: 10,
    })
  })
  test('a letter to a mailbox that is full for now keeps nobody waiting', async () => {
    const ana = await addCitizen(service)
    await crowd(1)
    await recover(ana)
    const full = (address: { readonly address: string }) =>
      address.address === ana.email ? smtpRefusal(452, '4.2.2 full') : null
    relay.smtp.behave({ onRcptTo: (address, _session, done) => done(full(address)) })
    expect(await invite()).toMatchObject({ invited: 1 })
  })
})

describe('a mail server that refuses', () => {
  // proves: bring-invitation-rate
  test('for now gets no more than twenty, which is said, and later everybody once', async () => {
    const all = await crowd(25)
    relay.refuse('RCPT', 451, '4.7.0 later')
    let most = 0
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      if (pauses === 40) {
        relay.smtp.behave({})
        service.clock.advance(900)
      }
      await send()
      most = Math.max(most, (await service.database.db.query`select 1 from outbox`).length)
    }
    const { said, ...done } = await invite({}, meanwhile)
    expect([most, done]).toMatchObject([20, { invited: 25, endedBy: 'all' }])
    expect(said).toContain(
      'Nobody is invited for now: the mail server has put off 20 of the last 20 invitations. The log has its answers as letter-not-taken.',
    )
    service.clock.advance(900)
    expect(await written()).toEqual(addresses(...all))
  })
  // proves: bring-invitation-rate
  test('for now less than half of them stops nobody, however many those are', async () => {
    const all = await crowd(65)
    const isBad = new Set<string>()
    const seen = new Set<string>()
    relay.smtp.behave({
      onRcptTo: ({ address }, _session, done) => {
        // Two of each five mailboxes, whichever come first, and always the same ones.
        if (!seen.has(address) && seen.size % 5 < 2) isBad.add(address)
        seen.add(address)
        done(isBad.has(address) ? smtpRefusal(450, '4.2.1 later') : null)
      },
    })
    const stop = new AbortController()
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      if (pauses === 600) stop.abort()
      await send()
    }
    const { said, ...done } = await inviteWith(service, {}, meanwhile, stop.signal)
    expect(done).toMatchObject({ invited: all.length, endedBy: 'all' })
    expect(isBad.size).toBeGreaterThan(20)
    expect(said.join()).not.toContain('Nobody is invited')
  })
  test('every mail gets one, and the run ends when it is stopped', async () => {
    await crowd(3)
    relay.smtp.behave({ onMailFrom: (_address, _session, done) => done(smtpRefusal(421, 'closing')) })
    const stop = new AbortController()
    let pauses = 0
    const meanwhile = async () => {
      pauses += 1
      if (pauses === 20) stop.abort()
      await send()
    }
    expect(await inviteWith(service, {}, meanwhile, stop.signal)).toMatchObject({
      ...{ due: 3, invited: 1, endedBy: 'operator' },
      said: expect.arrayContaining([expect.stringContaining('1 letter waits in the outbox')]),
    })
  })
  // proves: bring-invitation-rate
  test('for good ends the run after twenty letters', async () => {
    await crowd(30)
    relay.refuse('RCPT', 550, '5.1.1 nobody')
    expect(await invite()).toMatchObject({ due: 30, invited: 20, endedBy: 'refusals' })
    relay.smtp.behave({})
    expect(await invite()).toMatchObject({ due: 10, invited: 10, endedBy: 'all' })
  })
  test('of which it refuses fewer than half ends nothing', async () => {
    await crowd(43)
    let letters = 0
    relay.smtp.behave({
      onRcptTo: (_address, _session, done) => {
        letters += 1
        done(letters > 2 && letters % 2 === 0 ? smtpRefusal(550, '5.1.1 nobody') : null)
      },
    })
    expect(await invite()).toMatchObject({ invited: 43, endedBy: 'all' })
  })
})
