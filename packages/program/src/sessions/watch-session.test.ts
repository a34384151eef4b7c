import { expect, test } from 'vitest'
import type { CentralSettings } from '../central/index.ts'
import type { Admission, AuthResult } from '../program-sso.ts'
import { fakeClock } from '../testing/index.ts'
import { createSessionWatch } from './watch-session.ts'
import { watchTimesOf } from './watch-times.ts'

const CONNECTION = { headers: new Headers() }

test('a watch that closes waits for the look that is under way, so that the store is still open for it', async () => {
  const store = Promise.withResolvers<void>()
  const looking = Promise.withResolvers<void>()
  const events: string[] = []
  const watch = createSessionWatch({
    clock: { now: () => new Date(), sleep: async () => undefined },
    times: { lookMs: 25_000, deadlineMs: 30_000 },
    async authenticate() {
      looking.resolve()
      await store.promise
      events.push('looked')
      throw new Error('the database is away')
    },
  })
  const refused = watch.whenRefused(CONNECTION, new AbortController().signal)
  const failed = expect(refused).rejects.toThrow('away')
  await looking.promise
  const closed = watch.close().then(() => void events.push('closed'))
  await new Promise(setImmediate)
  store.resolve()
  await Promise.all([closed, failed])
  expect(events).toEqual(['looked', 'closed'])
  expect(await watch.whenRefused(CONNECTION, new AbortController().signal)).toBeNull()
})

const CHECKED_AT = new Date('2026-01-05T10:00:00.000Z')
const ADMITTED = { accountId: 'a', session: { centralCheckedAt: CHECKED_AT } } as Admission

/** A watch that began when the last check was this old. Every look gets this answer. */
function watchFrom(ageMs: number, answer: (looks: number) => Promise<AuthResult<unknown>>) {
  const clock = fakeClock(new Date(CHECKED_AT.getTime() + ageMs))
  const lookedAt: number[] = []
  const watch = createSessionWatch({
    ...{ clock, times: { lookMs: 25_000, deadlineMs: 30_000 } },
    authenticate: () => answer(lookedAt.push((clock.now().getTime() - CHECKED_AT.getTime()) / 1000)),
  })
  let refused: unknown = 'not yet'
  const connection = { ...CONNECTION, admitted: ADMITTED }
  void watch.whenRefused(connection, new AbortController().signal).then((refusal) => void (refused = refusal))
  return { clock, lookedAt, refused: () => refused }
}

// proves: program-long-answers
test.each([
  [0, 25],
  [20_000, 25],
  [25_500, 26.5],
  [29_000, 29.5],
  [31_000, 31],
])('a check that was %i ms old is looked at anew in time', async (ageMs, expected) => {
  const { clock, lookedAt } = watchFrom(ageMs, () => new Promise(() => undefined))
  for (let steps = 0; steps < 60; steps += 1) await clock.advance(500)
  expect(lookedAt).toEqual([expected])
})

// proves: program-long-answers
test('a look without an answer ends the connection 30 seconds after the last check, not later', async () => {
  const { clock, refused } = watchFrom(20_000, () => new Promise(() => undefined))
  await clock.advance(9_900)
  expect(refused()).toBe('not yet')
  await clock.advance(100)
  expect(refused()).toMatchObject({ status: 'unavailable', code: 'identity_unavailable' })
})

test('settings never give a connection more than 30 seconds', () => {
  const of = (ceilingMs: number, softMs: number) =>
    watchTimesOf({ ceilingMs, softMs, central: { timeoutMs: 5000 } as CentralSettings })
  expect(of(30_000, 25_000)).toEqual({ lookMs: 25_000, deadlineMs: 30_000 })
  expect(of(30_000, 30_000)).toEqual({ lookMs: 25_000, deadlineMs: 30_000 })
  expect(of(1000, 1000)).toEqual({ lookMs: 833, deadlineMs: 5833 })
})
