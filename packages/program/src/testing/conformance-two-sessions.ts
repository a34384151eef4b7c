import type { SsoStore } from '../store/index.ts'
import { at, openSession, type StoreRule, same, sessionSample } from './conformance-samples.ts'

const [ID, OTHER] = [sessionSample(1).id, sessionSample(2).id]
const LONG = 600_000
const claimOf = (sessionId: string, leaseMs = LONG) => ({ sessionId, staleMs: LONG, leaseMs })
const TOKENS = { ...sessionSample(1).central, sealed: Uint8Array.of(6), keyId: 'k2' }
const commitOf = (changes: { fence?: number; leaseMs?: number } = {}) => ({
  ...{ sessionId: ID, fence: 1, tokens: TOKENS, leaseMs: 0 },
  ...changes,
})

/** Opens two sessions whose checks are old, and claims both. */
async function claimBoth(store: SsoStore<unknown>, leaseMs = LONG): Promise<void> {
  const centralCheckedAt = new Date((await store.now()).getTime() - 2 * LONG)
  await openSession(store, sessionSample(1, { centralCheckedAt }))
  await openSession(store, sessionSample(2, { centralCheckedAt }))
  for (const sessionId of [ID, OTHER]) await store.claimCentral(claimOf(sessionId, leaseMs))
}

/** Claims again until the earlier lease has ended. Returns the fence and the key of the tokens. */
async function claimAgain(store: SsoStore<unknown>, sessionId: string): Promise<readonly unknown[]> {
  for (;;) {
    const claimed = await store.claimCentral(claimOf(sessionId))
    if (claimed.kind === 'claimed') return [claimed.fence, claimed.central.keyId]
    if (claimed.kind !== 'busy') return [claimed.kind]
  }
}

/** The rules for checks of two sessions: what one of them brings is not written to the other. */
export const TWO_SESSION_RULES: readonly StoreRule[] = [
  {
    name: 'renewed tokens go to their session, and another one that is checked at the same time keeps its own',
    async check(store) {
      await claimBoth(store)
      same((await store.commitCentral(commitOf())) !== null, true, 'commit')
      same((await store.claimCentral(claimOf(OTHER))).kind, 'busy', 'the lease of the other one')
      await store.commitCentral({ sessionId: OTHER, fence: 1, leaseMs: 0 })
      same(await claimAgain(store, OTHER), [2, 'k1'], 'the other one')
      same(await claimAgain(store, ID), [2, 'k2'], 'the renewed one')
    },
  },
  {
    name: 'of two sessions that are claimed at the same moment, only the one whose lease is free is given',
    async check(store) {
      await claimBoth(store)
      await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: 0 })
      const claimed = await Promise.all([ID, OTHER].map((id) => store.claimCentral(claimOf(id))))
      same(
        claimed.map((one) => (one.kind === 'claimed' ? one.fence : one.kind)),
        [2, 'busy'],
        'claims',
      )
    },
  },
  {
    name: 'of two sessions that are checked at the same moment, each gets its own time and lease',
    async check(store) {
      await claimBoth(store)
      const now = (await store.now()).getTime()
      const [one, other] = [new Date(now - LONG - 1000), new Date(now - LONG - 2000)]
      await Promise.all([
        store.commitCentral({ sessionId: ID, fence: 1, checkedAt: one, leaseMs: 0 }),
        store.commitCentral({ sessionId: OTHER, fence: 1, checkedAt: other, leaseMs: LONG }),
      ])
      const stored = [await store.findSession(ID), await store.findSession(OTHER)]
      same(
        stored.map((session) => session?.centralCheckedAt),
        [one, other],
        'times',
      )
      same(await claimAgain(store, ID), [2, 'k1'], 'the free one')
      same((await store.claimCentral(claimOf(OTHER))).kind, 'busy', 'the held one')
    },
  },
  {
    name: 'a check without new tokens writes its time to its session only',
    async check(store) {
      await claimBoth(store)
      const before = (await store.findSession(OTHER))?.centralCheckedAt
      await store.commitCentral({ sessionId: ID, fence: 1, checkedAt: await store.now(), leaseMs: 0 })
      same((await store.findSession(OTHER))?.centralCheckedAt, before, 'the other one')
      same((await store.claimCentral(claimOf(OTHER))).kind, 'busy', 'the lease of the other one')
    },
  },
  {
    name: 'a worker that died brings no tokens later',
    async check(store) {
      await claimBoth(store, 1)
      same(await claimAgain(store, ID), [2, 'k1'], 'the second worker')
      same(await store.commitCentral(commitOf()), null, 'the late one')
      await store.commitCentral({ sessionId: ID, fence: 2, leaseMs: 0 })
      same(await claimAgain(store, ID), [3, 'k1'], 'the tokens')
    },
  },
  {
    name: 'renewed tokens end the lease, and the worker that has brought them brings no others',
    async check(store) {
      await claimBoth(store)
      await store.commitCentral(commitOf())
      const others = { ...TOKENS, keyId: 'k3' }
      same(await store.commitCentral({ ...commitOf(), tokens: others }), null, 'with tokens')
      same(await store.commitCentral({ sessionId: ID, fence: 1, leaseMs: 0 }), null, 'without')
      same(await claimAgain(store, ID), [2, 'k2'], 'the tokens')
    },
  },
  {
    name: 'a worker that brings tokens may keep the lease',
    async check(store) {
      await claimBoth(store, 1)
      same((await store.commitCentral(commitOf({ leaseMs: LONG }))) !== null, true, 'commit')
      same((await store.claimCentral(claimOf(ID))).kind, 'busy', 'the next worker')
    },
  },
  {
    name: 'a session that has ended gets no tokens back',
    async check(store) {
      await claimBoth(store)
      await store.revokeSession(ID, 'central_ended', at(1))
      same(await store.commitCentral(commitOf()), null, 'commit')
    },
  },
]
