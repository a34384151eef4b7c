import {
  at,
  count,
  forty,
  openSession,
  pendingSample,
  START,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

const ID = sessionSample(1).id
const claim = (now: number, staleBefore = now - 30_000) => ({
  sessionId: ID,
  now: at(now),
  staleBefore: at(staleBefore),
  leaseMs: 30_000,
})

/** What the store promises about central work, throttles and clearing away. */
export const CENTRAL_RULES: readonly StoreRule[] = [
  {
    name: 'a session that was checked lately needs no work',
    async check(store) {
      await openSession(store, sessionSample(1))
      same(await store.claimCentral(claim(29_999)), { kind: 'fresh', checkedAt: START }, 'fresh')
    },
  },
  {
    name: 'of 40 workers one gets the work, with the tokens and a fence',
    async check(store) {
      await openSession(store, sessionSample(1))
      const results = await forty(() => store.claimCentral(claim(30_000)))
      const won = results.filter((r) => r.kind === 'claimed')
      same(
        won.map((r) => [r.fence, [...r.central.sealed], r.central.sid]),
        [[1, [5, 5, 5], 'sid-1']],
        'winners',
      )
      same(
        count(results, (r) => r.kind === 'busy'),
        39,
        'losers',
      )
    },
  },
  {
    name: 'a worker that died loses its lease, and what it writes late is not written',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral(claim(30_000))
      const second = await store.claimCentral(claim(60_001))
      same(second.kind === 'claimed' && second.fence, 2, 'second worker')
      same(
        await store.commitCentral({ sessionId: ID, fence: 1, checkedAt: at(99_000), release: true }),
        false,
        'late',
      )
      same((await store.findSession(ID))?.centralCheckedAt, START, 'unchanged')
    },
  },
  {
    name: 'a commit writes tokens and time, and lets the next worker in',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral(claim(30_000))
      const tokens = { ...sessionSample(1).central, sealed: Uint8Array.of(6), keyId: 'k2' }
      const commit = { sessionId: ID, fence: 1, checkedAt: at(30_000), tokens, release: true }
      same(await store.commitCentral(commit), true, 'commit')
      const next = await store.claimCentral(claim(60_000))
      same(
        next.kind === 'claimed' && [[...next.central.sealed], next.central.keyId, next.checkedAt],
        [[6], 'k2', at(30_000)],
        'next',
      )
    },
  },
  {
    name: 'a check that lies in the future is no check',
    async check(store) {
      await openSession(store, sessionSample(1, { centralCheckedAt: at(3_600_000) }))
      same((await store.claimCentral(claim(0))).kind, 'claimed', 'kind')
    },
  },
  {
    name: 'a worker whose clock is behind does not take a lease that is held: no renewal is done twice',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral(claim(30_500))
      same((await store.claimCentral(claim(30_000))).kind, 'busy', 'half a second behind')
      same((await store.claimCentral(claim(60_000, 30_000))).kind, 'busy', 'to the end of the lease')
    },
  },
  {
    name: 'a check that lies a little ahead, by a clock that was wrong, does not stretch the next one',
    async check(store) {
      await openSession(store, sessionSample(1, { centralCheckedAt: at(6000) }))
      same((await store.claimCentral(claim(0))).kind, 'claimed', 'six seconds')
      await openSession(store, sessionSample(2, { centralCheckedAt: at(1000) }))
      const second = { ...claim(0), sessionId: sessionSample(2).id }
      same((await store.claimCentral(second)).kind, 'fresh', 'one second')
    },
  },
  {
    name: 'a lease that reaches too far ahead holds nobody',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral(claim(3_600_000))
      same((await store.claimCentral(claim(30_000))).kind, 'claimed', 'after the clock went back')
    },
  },
  {
    name: 'an ended session gives no work and takes no commit',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral(claim(30_000))
      await store.revokeSession(ID, 'central_ended', at(30_001))
      same((await store.claimCentral(claim(60_000))).kind, 'gone', 'claim')
      same(
        await store.commitCentral({ sessionId: ID, fence: 1, checkedAt: at(5), release: true }),
        false,
        'commit',
      )
    },
  },
  {
    name: 'of 40 hits on a throttle of 10, ten are allowed, and the rest learn how long to wait',
    async check(store) {
      const rule = { limit: 10, windowMs: 60_000 }
      const results = await forty(() => store.hit('key', rule, at(0)))
      same(
        count(results, (r) => r.allowed),
        10,
        'allowed',
      )
      same((await store.hit('key', rule, at(20_000))).retryAfterMs, 40_000, 'wait')
      same((await store.hit('another', rule, at(20_000))).allowed, true, 'another key')
      same((await store.hit('key', rule, at(60_000))).allowed, true, 'next window')
    },
  },
  {
    name: 'a throttle window from a clock that was ahead is forgotten',
    async check(store) {
      const rule = { limit: 1, windowMs: 60_000 }
      await store.hit('key', rule, at(86_400_000))
      await store.hit('key', rule, at(86_400_000))
      same((await store.hit('key', rule, at(0))).allowed, true, 'allowed')
    },
  },
  {
    name: 'clearing away takes what is over, in batches, and leaves the rest',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      for (const stateHash of ['p1', 'p2', 'p3']) await store.createPending(pendingSample({ stateHash }))
      await store.createPending(pendingSample({ stateHash: 'live', expiresAt: at(9e8) }))
      await store.revokeSession(ID, 'logout', at(0))
      const day = at(86_400_001)
      const first = await store.purge(day, 2)
      same([first.pending, first.handoffs, first.sessions], [2, 2, 1], 'first batch')
      const second = await store.purge(day, 2)
      same([first.isDone, second.pending, second.isDone], [false, 1, true], 'second batch')
      same((await store.consumePending('live', day)).kind, 'consumed', 'the live one')
      same(await store.findSessionByAccess('access-1'), null, 'tokens of the ended session')
      same((await store.findSession(sessionSample(2).id))?.endedCause, null, 'the open session')
    },
  },
  {
    name: 'sessions in use are counted',
    async check(store) {
      await openSession(store, sessionSample(1))
      same(await store.countActiveSessions(at(-1)), 1, 'since before')
      same(await store.countActiveSessions(at(0)), 0, 'since after')
    },
  },
  {
    name: 'the schema is current after migrating, and migrating again changes nothing',
    async check(store) {
      const { current, needed, fits } = await store.version()
      same([current, fits], [needed, true], 'version')
      const results = await Promise.all([store.migrate(), store.migrate(), store.migrate()])
      same(
        results.map((r) => r.from === r.to),
        [true, true, true],
        'no change',
      )
    },
  },
]
