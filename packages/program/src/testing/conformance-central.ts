import type { ClaimCentral, SsoStore } from '../store/index.ts'
import {
  at,
  count,
  forty,
  openSession,
  pendingSample,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

const ID = sessionSample(1).id

// These rules use the store's own clock, which the test cannot set. So the times differ by minutes.
const MINUTE = 60_000
const claim: ClaimCentral = { sessionId: ID, staleMs: 10 * MINUTE, leaseMs: 10 * MINUTE }

/** Opens the first session, which was checked this long ago by the store's clock. Returns the time of the check. */
async function openChecked(store: SsoStore<unknown>, agoMs: number): Promise<Date> {
  const now = (await store.now()).getTime()
  const checkedAt = new Date(now - agoMs)
  const accessExpiresAt = new Date(now + 15 * MINUTE)
  await openSession(store, sessionSample(1, { centralCheckedAt: checkedAt, accessExpiresAt }))
  return checkedAt
}
const openStale = (store: SsoStore<unknown>) => openChecked(store, 20 * MINUTE)

/** Claims again until the earlier lease has ended. */
async function claimAfter(store: SsoStore<unknown>, changes: Partial<ClaimCentral> = {}) {
  for (;;) {
    const claimed = await store.claimCentral({ ...claim, ...changes })
    if (claimed.kind !== 'busy') return claimed
  }
}

/** The rules for central checks, throttles, purging and migrations. */
export const CENTRAL_RULES: readonly StoreRule[] = [
  {
    name: 'a session that was checked lately needs no check',
    async check(store) {
      const checkedAt = await openChecked(store, MINUTE)
      const before = await store.now()
      const found = await store.claimCentral(claim)
      same(found.kind === 'fresh' && found.checkedAt, checkedAt, 'fresh')
      same(found.kind === 'fresh' && found.at >= before && found.at <= (await store.now()), true, 'told when')
    },
  },
  {
    name: 'of 40 workers one claims the check, with the tokens and a fence',
    async check(store) {
      await openStale(store)
      const results = await forty(() => store.claimCentral(claim))
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
    name: 'a claim and a commit return the time of the store, so that the age of a check counts from its claim',
    async check(store) {
      await openStale(store)
      const before = await store.now()
      const claimed = await store.claimCentral(claim)
      const asked = claimed.kind === 'claimed' ? claimed.at : before
      const told = await store.commitCentral({ sessionId: ID, fence: 1, checkedAt: asked, leaseMs: 0 })
      const after = await store.now()
      same(told && before <= asked && asked <= told && told <= after, true, 'in order')
      same((await store.findSession(ID))?.centralCheckedAt, asked, 'the age of the check')
    },
  },
  {
    name: 'a worker that died loses its lease, and its late commit writes nothing',
    async check(store) {
      const checkedAt = await openStale(store)
      await store.claimCentral({ ...claim, leaseMs: 1 })
      const second = await claimAfter(store)
      same(second.kind === 'claimed' && second.fence, 2, 'second worker')
      const late = { sessionId: ID, fence: 1, checkedAt: await store.now(), leaseMs: 0 }
      same(await store.commitCentral(late), null, 'late')
      same((await store.findSession(ID))?.centralCheckedAt, checkedAt, 'unchanged')
      same((await store.claimCentral(claim)).kind, 'busy', 'the second lease')
    },
  },
  {
    name: 'an extended lease is held, and a released one is free',
    async check(store) {
      await openStale(store)
      await store.claimCentral({ ...claim, leaseMs: 1 })
      same((await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: MINUTE })) !== null, true, 'longer')
      same(
        (await forty(() => store.claimCentral(claim))).every((r) => r.kind === 'busy'),
        true,
        'held',
      )
      await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: 0 })
      same((await store.claimCentral(claim)).kind, 'claimed', 'released')
    },
  },
  {
    name: 'a worker that has released the lease writes nothing, and a commit does not give the lease back',
    async check(store) {
      await openStale(store)
      await store.claimCentral(claim)
      await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: 0 })
      same(await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: MINUTE }), null, 'commit')
      same((await store.claimCentral(claim)).kind, 'claimed', 'the next one')
    },
  },
  {
    name: 'a commit writes tokens and time, and releases the lease',
    async check(store) {
      await openStale(store)
      await store.claimCentral(claim)
      const checkedAt = new Date((await store.now()).getTime() - 15 * MINUTE)
      const tokens = { ...sessionSample(1).central, sealed: Uint8Array.of(6), keyId: 'k2' }
      const commit = { sessionId: ID, fence: 1, checkedAt, tokens, leaseMs: 0 }
      same((await store.commitCentral(commit)) !== null, true, 'commit')
      same((await store.findSession(ID))?.centralCheckedAt, checkedAt, 'time')
      const next = await store.claimCentral(claim)
      same(next.kind === 'claimed' && [[...next.central.sealed], next.central.keyId], [[6], 'k2'], 'next')
    },
  },
  {
    name: 'a check time in the future does not count',
    async check(store) {
      await openChecked(store, -MINUTE)
      same((await store.claimCentral(claim)).kind, 'claimed', 'kind')
    },
  },
  {
    name: 'a lease that ends too far ahead does not count',
    async check(store) {
      await openStale(store)
      await store.claimCentral({ ...claim, leaseMs: 60 * MINUTE })
      same(
        (await store.claimCentral({ ...claim, leaseMs: 1000 })).kind,
        'claimed',
        'after the clock went back',
      )
    },
  },
  {
    name: 'an ended session cannot be claimed, and a commit writes nothing',
    async check(store) {
      await openStale(store)
      await store.claimCentral(claim)
      await store.revokeSession(ID, 'central_ended', at(30_001))
      same((await store.claimCentral(claim)).kind, 'gone', 'claim')
      same(
        await store.commitCentral({ sessionId: ID, fence: 1, checkedAt: at(5), leaseMs: 0 }),
        null,
        'commit',
      )
    },
  },
  {
    name: 'of 40 hits on a throttle of 10, ten are allowed, and the others get the time to wait',
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
    name: 'keys of a throttle are counted by prefix and by the start of their window',
    async check(store) {
      const rule = { limit: 1, windowMs: 60_000 }
      for (const key of ['begin:a', 'begin:b', 'begin-private:a', 'begin%:a', 'other:begin:'])
        await store.hit(key, rule, at(1000))
      for (const key of ['begin:a', 'begin:old']) await store.hit(key, rule, at(0))
      const counts = async (prefix: string) => [
        await store.countThrottled(prefix, at(-1)),
        await store.countThrottled(prefix, at(0)),
        await store.countThrottled(prefix, at(1000)),
      ]
      same(await counts('begin'), [3, 2, 0], 'begin')
      same(await counts('begin-private'), [1, 1, 0], 'begin-private')
      same(await counts('beg_n'), [0, 0, 0], 'no pattern')
    },
  },
  {
    name: 'a throttle window from a clock that was ahead does not count',
    async check(store) {
      const rule = { limit: 1, windowMs: 60_000 }
      await store.hit('key', rule, at(86_400_000))
      await store.hit('key', rule, at(86_400_000))
      same((await store.hit('key', rule, at(0))).allowed, true, 'allowed')
    },
  },
  {
    name: 'purging removes expired rows in batches, and no others',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      for (const stateHash of ['p1', 'p2', 'p3']) await store.createPending(pendingSample({ stateHash }))
      await store.createPending(pendingSample({ stateHash: 'live', expiresAt: at(9e8) }))
      await store.revokeSession(ID, 'logout', at(0))
      // Expired sign-ins stay for a day.
      const day = at(87_000_001)
      const first = await store.purge(day, 2)
      same([first.pending, first.handoffs, first.sessions], [2, 2, 1], 'first batch')
      const second = await store.purge(day, 2)
      same([first.isDone, second.pending, second.isDone], [false, 1, true], 'second batch')
      same((await store.consumePending('live', day, 'by-first')).kind, 'consumed', 'the live one')
      same(await store.findSessionByAccess('access-1'), null, 'tokens of the ended session')
      same((await store.findSession(sessionSample(2).id))?.endedCause, null, 'the open session')
    },
  },
  {
    name: 'sessions in use are counted',
    async check(store) {
      await openChecked(store, 10 * MINUTE)
      same(await store.countActiveSessions(20 * MINUTE), 1, 'checked since')
      same(await store.countActiveSessions(5 * MINUTE), 0, 'not checked since')
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
