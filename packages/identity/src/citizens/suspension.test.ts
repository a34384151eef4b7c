import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { explained } from '../../testing/explained.ts'
import { fakeClock, pastClock } from '../../testing/fake-clock.ts'
import { addCitizen, addProgram, isSignedIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { appendEvent } from '../audit/index.ts'
import { ACTS_ON_CITIZENS } from '../command/acts-that-wait.ts'
import type { Call } from '../command/command.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { eraseCitizen } from '../rooms.ts'
import { closeCitizen, reinstateCitizen, signOutCitizen, suspendCitizen } from './change-citizen.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen } from './citizen-store.ts'
import { endOverSuspensions } from './end-over-suspensions.ts'
import { asOfNow, findSuspension, standingNow } from './suspension.ts'

const HOUR = 3600
const LENGTH: Readonly<Record<string, string>> = { until: '2h' }
const DAY_MILLISECONDS = 24 * HOUR * 1000

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService({
    clock: pastClock(),
    environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '1000' },
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
})

const needs = () => ({ ...service.foundation, by: TEST_ORDER })
const asked = () => ({ emailOrSubject: citizen.subject, reason: 'a ticket' })
const inHours = (hours: number) => plusSeconds(service.clock.now(), hours * HOUR)
const suspend = async (endsAt?: UnixSeconds) => {
  const done = await suspendCitizen({ ...needs(), cause: 'misuse', endsAt }, asked())
  return done.ok && done.value.outcome
}
const stored = async () => (await findCitizen(service.foundation.db, citizen.citizenId))?.standing
const endsAt = async () => (await findSuspension(service.foundation.db, citizen.citizenId))?.endsAt
const events = async () => {
  const rows = await service.database.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${citizen.citizenId} and name like 'citizen-%'
     order by at, written_in`
  return rows.map(({ name }) => name)
}

async function mayEnter(): Promise<boolean> {
  const browser = service.browser()
  const { email } = citizen
  const page = await browser.get('/login/')
  return isSignedIn(await browser.submit(page, { email, password: TEST_PASSWORD }, { follow: false }))
}

async function recoveryLetters(): Promise<number> {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  const rows = await service.database.db.query`
    select 1 from outbox where recipient = ${citizen.email} and kind = 'recovery'`
  return rows.length
}

// proves: suspension-ends-by-itself
describe('a suspension with an end', () => {
  test('keeps out until the last second, lets in from the end on, and writes one event then', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR - 1)
    expect([await mayEnter(), await recoveryLetters(), await stored()]).toEqual([false, 0, 'suspended'])
    service.clock.advance(1)
    expect([await mayEnter(), await stored()]).toEqual([true, 'active'])
    expect([await mayEnter(), await endsAt()]).toEqual([true, undefined])
    expect(await events()).toEqual(['citizen-suspended', 'citizen-suspension-ended'])
  })

  test('is over for whoever asks for a new password, too', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    expect([await recoveryLetters(), await stored()]).toEqual([1, 'active'])
  })

  test('revives nothing: tokens from before are dead after the end, those from after it live', async () => {
    const program = await addProgram(service)
    const before = await enterProgram(service, program, citizen)
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    const dead = async () => [
      await introspect(service, program, before.tokens.access_token),
      (await refresh(service, program, before.tokens.refresh_token)).body.error,
      new URL((await before.browser.get('/account/')).url).pathname,
    ]
    expect(await dead()).toEqual([{ active: false }, 'invalid_grant', '/login/'])
    const after = await enterProgram(service, program, citizen)
    expect(await introspect(service, program, after.tokens.access_token)).toMatchObject({ active: true })
    expect(await dead()).toEqual([{ active: false }, 'invalid_grant', '/login/'])
  })

  test('a wrong password after the end is a wrong password, and opens nothing', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    const browser = service.browser()
    const page = await browser.get('/login/')
    const answer = await browser.submit(
      page,
      { email: citizen.email, password: 'not this' },
      { follow: false },
    )
    expect(isSignedIn(answer)).toBe(false)
  })

  test('is over for operators before anybody came: they reinstate nobody, and may suspend anew', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    expect((await reinstateCitizen(needs(), asked())).ok).toBe(true)
    expect(await events()).toEqual(['citizen-suspended', 'citizen-suspension-ended'])
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    expect(await suspend()).toBe('changed')
    expect([await stored(), await endsAt()]).toEqual(['suspended', null])
    service.clock.advance(10_000 * HOUR)
    expect(await mayEnter()).toBe(false)
  })

  test('ends in the housekeeping where nobody comes, and one without an end does not', async () => {
    const endless = await addCitizen(service)
    await suspendCitizen(needs(), { ...asked(), emailOrSubject: endless.subject })
    await suspend(inHours(1))
    const sweep = () => purgeAll(endOverSuspensions(service.foundation), service.foundation)
    await sweep()
    expect(await stored()).toBe('suspended')
    service.clock.advance(HOUR)
    await sweep()
    await sweep()
    expect([await stored(), await events()]).toEqual([
      'active',
      ['citizen-suspended', 'citizen-suspension-ended'],
    ])
    expect((await findCitizen(service.foundation.db, endless.citizenId))?.standing).toBe('suspended')
  })

  test('goes with the account: closed is closed, whatever the end was', async () => {
    await suspend(inHours(1))
    await closeCitizen({ ...needs(), erase: eraseCitizen }, asked())
    service.clock.advance(HOUR)
    await purgeAll(endOverSuspensions(service.foundation), service.foundation)
    expect([await stored(), await endsAt(), await mayEnter()]).toEqual(['closed', undefined, false])
    const row = await findCitizen(service.foundation.db, citizen.citizenId)
    expect((await asOfNow(service.foundation, row))?.standing).toBe('closed')
  })
})

// proves: suspension-ends-by-itself
test('a process whose clock is ahead of the database opens nothing: not at a door, not in the housekeeping', async () => {
  await suspend(plusSeconds(unixSeconds(Date.now() / 1000), HOUR))
  const ahead = { ...service.foundation, clock: fakeClock(Date.now() + 400 * DAY_MILLISECONDS) }
  const row = await findCitizen(service.foundation.db, citizen.citizenId)
  expect((await asOfNow(ahead, row))?.standing).toBe('suspended')
  expect(row && (await standingNow(ahead, row)).standing).toBe('suspended')
  await purgeAll(endOverSuspensions(ahead), ahead)
  expect([await stored(), await events()]).toEqual(['suspended', ['citizen-suspended']])
})

describe('a second suspension', () => {
  test.each([
    ['an earlier end', 1, 'unchanged', 2],
    ['the same end', 2, 'unchanged', 2],
    ['a later end', 3, 'changed', 3],
    ['no end', undefined, 'changed', undefined],
  ] as const)('with %s only makes it longer', async (_what, hours, outcome, left) => {
    const first = inHours(2)
    await suspend(first)
    const second = hours === undefined ? undefined : inHours(hours)
    expect(await suspend(second)).toBe(outcome)
    expect(await endsAt()).toBe(left === undefined ? null : inHours(left))
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toMatchObject({ securityVersion: 2 })
  })

  test.each([
    ['without a cause keeps the one that is there', undefined, 'misuse'],
    ['with a cause has that one', 'other', 'other'],
  ] as const)('%s, and its event says so', async (_what, cause, kept) => {
    await suspend(inHours(1))
    await suspendCitizen({ ...needs(), cause, endsAt: inHours(2) }, asked())
    const { db } = service.foundation
    expect(await findSuspension(db, citizen.citizenId)).toMatchObject({ cause: kept, endsAt: inHours(2) })
    const causes = await service.database.db.query<{ cause: string }>`
      select details ->> 'cause' as cause from audit_events
       where citizen_id = ${citizen.citizenId} and name = 'citizen-suspended' order by at, written_in`
    expect(causes.map((one) => one.cause)).toEqual(['misuse', kept])
  })

  test('gives no end to one that has none, also to one of an earlier release or an import', async () => {
    await suspend()
    expect([await suspend(inHours(1)), await endsAt()]).toEqual(['unchanged', null])
    await service.database.db.query`delete from suspensions where citizen_id = ${citizen.citizenId}`
    expect([await suspend(inHours(1)), await endsAt(), await stored()]).toEqual([
      'unchanged',
      undefined,
      'suspended',
    ])
  })

  test('a sign-out in between changes no end', async () => {
    await suspend(inHours(1))
    await signOutCitizen(needs(), asked())
    service.clock.advance(HOUR)
    expect(await mayEnter()).toBe(true)
  })
})

// proves: suspension-ends-by-itself
describe('a row that the previous release has left behind', () => {
  /** That release reinstates and suspends without the row. */
  async function byThePreviousRelease(name: 'citizen-reinstated' | 'citizen-suspended') {
    const standing = name === 'citizen-suspended' ? 'suspended' : 'active'
    await service.database.db
      .query`update citizens set standing = ${standing} where citizen_id = ${citizen.citizenId}`
    const { citizenId } = citizen
    service.clock.advance(60)
    await appendEvent(service.foundation, { name, origin: TEST_ORDER, citizenId })
  }

  test('ends no suspension that began without it, neither at a door nor in the housekeeping', async () => {
    await suspend(inHours(1))
    await byThePreviousRelease('citizen-reinstated')
    await byThePreviousRelease('citizen-suspended')
    service.clock.advance(2 * HOUR)
    expect([await mayEnter(), await stored(), await endsAt()]).toEqual([false, 'suspended', undefined])
    await suspend(inHours(1))
    await purgeAll(endOverSuspensions(service.foundation), service.foundation)
    service.clock.advance(10 * HOUR)
    expect([await mayEnter(), await stored()]).toEqual([false, 'suspended'])
  })

  test('goes in the housekeeping, and opens nothing', async () => {
    await suspend(inHours(1))
    await byThePreviousRelease('citizen-reinstated')
    await byThePreviousRelease('citizen-suspended')
    service.clock.advance(2 * HOUR)
    await purgeAll(endOverSuspensions(service.foundation), service.foundation)
    expect([await stored(), await endsAt()]).toEqual(['suspended', undefined])
  })

  test('is replaced by a suspension of this release, which ends', async () => {
    await suspend(inHours(1))
    await byThePreviousRelease('citizen-reinstated')
    service.clock.advance(60)
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    expect([await mayEnter(), await stored()]).toEqual([true, 'active'])
  })
})

describe('races at the end', () => {
  test('of many who come at once, one writes the event, and all come in', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    const came = await Promise.all(Array.from({ length: 4 }, mayEnter))
    expect(came).toEqual([true, true, true, true])
    expect(await events()).toEqual(['citizen-suspended', 'citizen-suspension-ended'])
  })

  test('whoever has read the account just before another one ended the suspension comes in, too', async () => {
    await suspend(inHours(1))
    service.clock.advance(HOUR)
    const before = await findCitizen(service.foundation.db, citizen.citizenId)
    expect([before?.standing, await mayEnter()]).toEqual(['suspended', true])
    expect((await asOfNow(service.foundation, before))?.standing).toBe('active')
    expect(await events()).toEqual(['citizen-suspended', 'citizen-suspension-ended'])
  })

  test('one without a row stays shut at every look', async () => {
    await suspend()
    await service.database.db.query`delete from suspensions where citizen_id = ${citizen.citizenId}`
    expect([await mayEnter(), await stored()]).toEqual([false, 'suspended'])
  })

  test('an operator who makes it longer in the same moment keeps out: the citizen waits for the lock, and reads the new end', async () => {
    await suspend(inHours(1))
    const row = await findCitizen(service.foundation.db, citizen.citizenId)
    // The operator is just before the end, and the citizen just after it.
    const came = await whileChanged(
      service.database,
      async (db) => {
        await suspendCitizen({ ...needs(), db, cause: 'order', endsAt: inHours(5) }, asked())
        service.clock.advance(HOUR)
      },
      () => asOfNow(service.foundation, row),
    )
    expect(came?.standing).toBe('suspended')
    expect([await mayEnter(), await events()]).toEqual([false, ['citizen-suspended', 'citizen-suspended']])
  })

  test('two operators at once: the longer end stays', async () => {
    await Promise.all([suspend(inHours(1)), suspend(inHours(9)), suspend(inHours(5))])
    expect(await endsAt()).toBe(inHours(9))
    expect(await findCitizen(service.foundation.db, citizen.citizenId)).toMatchObject({ securityVersion: 2 })
  })
})

describe('what is told', () => {
  const run = (...words: readonly string[]) =>
    portico(settingsFor(service.database), ['citizen', ...words], { ask: 'nobody-there' })

  test('to a supporter: since when, until when and why', async () => {
    const until = inHours(2)
    await suspend(until)
    const finding = (await explained(service, citizen)).get('account-suspended')
    expect(finding?.found).toMatch(
      /^An operator suspended the account on [^.]+\. The operator was tester\. The suspension ends on [^.]+\. The cause: the account is used for what is not allowed\. The operator’s reason, which is not for the caller: “a ticket”\.$/,
    )
    expect(finding?.tell).toMatch(
      /suspended until .+\. A new password does not change that\. After that, sign in/,
    )
    service.clock.advance(2 * HOUR)
    expect((await explained(service, citizen)).has('account-suspended')).toBe(false)
  })

  test('to an operator who shows the citizen, and in the audit', async () => {
    const words = [
      'suspend',
      citizen.email,
      '--reason',
      'a ticket',
      '--cause',
      'order',
      '--until',
      '2h',
      '--json',
    ]
    const done = (await run(...words)).json<{ suspension: { until: string; since: string } }>()
    expect(done).toMatchObject({ standing: 'suspended', suspension: { cause: 'order' } })
    expect(Date.parse(done.suspension.until) - Date.parse(done.suspension.since)).toBe(2 * HOUR * 1000)
    expect((await run('show', citizen.email)).out).toContain('cause:')
    const [event] = await service.database.db.query<{ details: object }>`
      select details from audit_events where citizen_id = ${citizen.citizenId} and name = 'citizen-suspended'`
    expect(event?.details).toEqual({
      cause: 'order',
      reason: 'a ticket',
      until: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  // proves: suspension-ends-by-itself
  test('an end that is a length counts by the clock of the database, and not by that of the operator’s machine', async () => {
    const command = ACTS_ON_CITIZENS.find(({ words }) => words === 'citizen suspend')
    const given = {
      operand: () => '',
      flag: () => false,
      texts: () => [],
      text: (name: string) => LENGTH[name],
    }
    const call = { words: 'citizen suspend', given, asJson: false } as unknown as Call
    const { address } = service.database
    const acts = { ...service.foundation, address, by: TEST_ORDER, isTrial: false }
    await command?.act.run(acts, citizen, call)
    const [row] = await service.database.db.query<{ seconds: number; isSoon: boolean }>`
      select extract(epoch from ends_at - since)::int as seconds,
             ends_at > now() + interval '119 minutes' and ends_at <= now() + interval '2 hours' as "isSoon"
        from suspensions where citizen_id = ${citizen.citizenId}`
    expect(row).toEqual({ seconds: 2 * HOUR, isSoon: true })
  })

  test.each([
    ['--until', 'yesterday'],
    ['--until', '2020-01-01'],
    ['--until', '0d'],
    ['--until', '-1d'],
    ['--until', '9999999w'],
    ['--until', '2026-13-45'],
    ['--until', ''],
    ['--cause', 'because'],
    ['--cause', ''],
    ['--cause', 'toString'],
  ])('%s %j is refused, and nothing changes', async (option, value) => {
    const { exitCode, out, err } = await run('suspend', citizen.email, '--reason', 'x', `${option}=${value}`)
    expect([exitCode, out]).toEqual([2, ''])
    expect(err).toContain(option)
    expect(await stored()).toBe('active')
  })
})
