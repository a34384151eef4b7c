import { type Revocation, SESSION_END_CAUSES, type SsoStore } from '../store/index.ts'
import {
  at,
  claimSample,
  forty,
  handoffSample,
  openSession,
  type StoreRule,
  same,
  sessionSample,
  tokensSample,
} from './conformance-samples.ts'

const ID = sessionSample(1).id

/** Claims and removes every entry that is due. */
async function takeAll(store: SsoStore<unknown>, now: Date): Promise<Revocation[]> {
  const taken: Revocation[] = []
  for (;;) {
    const entry = await store.claimRevocation(now, 60_000)
    if (!entry) return taken
    taken.push(entry)
    await store.settleRevocation({ id: entry.id, tries: entry.tries, retryAt: null })
  }
}

/** The entries of the list, as `kind id bytes`. */
async function listed(store: SsoStore<unknown>, now: Date): Promise<string[]> {
  const taken = await takeAll(store, now)
  return taken.map(({ origin, sealed }) => `${origin.kind} ${origin.id} ${[...sealed].join()}`).sort()
}

const entrySample = (id: string) => ({
  origin: { kind: 'revocation', id } as const,
  ...{ sealed: Uint8Array.of(7), keyId: 'k1', createdAt: at(0) },
})

const LISTING: readonly StoreRule[] = [
  {
    name: 'of 40 callers who end a session one does, and its grant is on the list once, sealed as it was',
    async check(store) {
      await openSession(store, sessionSample(1))
      await forty(() => store.revokeSession(ID, 'logout', at(10)))
      const [entry, ...more] = await takeAll(store, at(10))
      same(
        [entry?.origin, entry?.keyId, entry?.createdAt],
        [{ kind: 'session', id: ID }, 'k1', at(10)],
        'entry',
      )
      same([[...(entry?.sealed ?? [])], more.length], [[5, 5, 5], 0], 'sealed, and no other entry')
    },
  },
  {
    name: 'every cause that ends a session puts its grant on the list',
    async check(store) {
      for (const [index, cause] of SESSION_END_CAUSES.entries()) {
        await openSession(store, sessionSample(index))
        await store.revokeSession(sessionSample(index).id, cause, at(10))
      }
      same((await store.countRevocations()).waiting, SESSION_END_CAUSES.length, 'entries')
    },
  },
  {
    name: 'a session that ends puts its newest tokens on the list',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.claimCentral({ sessionId: ID, staleMs: 600_000, leaseMs: 600_000 })
      const tokens = { ...sessionSample(1).central, sealed: Uint8Array.of(6), keyId: 'k2' }
      await store.commitCentral({ sessionId: ID, fence: 1, tokens, leaseMs: 0 })
      await store.revokeSession(ID, 'logout', at(30_001))
      same(await listed(store, at(30_001)), [`session ${ID} 6`], 'list')
    },
  },
  {
    name: 'a reused refresh token puts the grant of its session on the list, once of 40',
    async check(store) {
      await openSession(store, sessionSample(1))
      const rotation = (n: number) => ({
        ...{ refreshHash: 'refresh-1', rotationIdHash: `r${n}`, retryWindowMs: 60_000, now: at(1000) },
        next: tokensSample(`n${n}`),
      })
      await store.rotateRefresh(rotation(0))
      same(await listed(store, at(1000)), [], 'after a rotation')
      await forty((n) => store.rotateRefresh(rotation(n + 1)))
      same(await listed(store, at(1000)), [`session ${ID} 5,5,5`], 'after the reuse')
    },
  },
  {
    name: 'a link puts the grants of the other sessions on the list, and not its own',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2, { accountId: 'account-2' }))
      await store.createHandoff(handoffSample())
      const linked = async () => ({ session: sessionSample(3), endOtherSessions: true })
      await store.consumeHandoff(claimSample(), linked)
      same(await listed(store, at(1000)), [`session ${ID} 5,5,5`], 'list')
    },
  },
  {
    name: 'forgetting puts the grants of open sessions and of unfinished links on the list, once of 40',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2, { accountId: 'account-2' }))
      await store.createHandoff(handoffSample({ link: { accountId: 'account-1', sessionRef: 'legacy:r' } }))
      await store.createHandoff(handoffSample({ codeHash: 'of nobody yet' }))
      await forty(() => store.forgetAccount('account-1', at(10)))
      same(await listed(store, at(10)), ['handoff code-hash 9,8,7', `session ${ID} 5,5,5`], 'list')
    },
  },
  {
    name: 'a handoff that becomes a session, or still can, is not on the list; one that conflicts is',
    async check(store) {
      for (const codeHash of ['used', 'thrown', 'conflict'])
        await store.createHandoff(handoffSample({ codeHash }))
      const session = async () => ({ session: sessionSample(1), endOtherSessions: false })
      await store.consumeHandoff(claimSample({ codeHash: 'used' }), session)
      const failing = () => Promise.reject(new Error('planned'))
      await store.consumeHandoff(claimSample({ codeHash: 'thrown' }), failing).catch(() => undefined)
      await store.consumeHandoff(claimSample({ codeHash: 'conflict' }), async () => ({ conflict: true }))
      same(await listed(store, at(1000)), ['handoff conflict 9,8,7'], 'list')
    },
  },
  {
    name: 'of 40 wrong verifiers at once the fifth invalidates a handoff, and its grant is on the list once',
    async check(store) {
      await store.createHandoff(handoffSample())
      const wrong = claimSample({ challenge: 'wrong' })
      const never = () => Promise.reject(new Error('commit must not run'))
      for (let i = 0; i < 4; i += 1) await store.consumeHandoff(wrong, never)
      same(await listed(store, at(1000)), [], 'after four')
      await forty(() => store.consumeHandoff(wrong, never))
      same(await listed(store, at(1000)), ['handoff code-hash 9,8,7'], 'after 44')
    },
  },
  {
    name: 'purging puts the grants of expired handoffs and expired sessions on the list, once of 40',
    async check(store) {
      await openSession(store, sessionSample(1, { expiresAt: at(80_000) }))
      await openSession(store, sessionSample(2, { accountId: 'account-2' }))
      await store.createHandoff(handoffSample())
      await store.createHandoff(handoffSample({ codeHash: 'in time', expiresAt: at(90_001) }))
      const batches = await forty(() => store.purge(at(90_000), 10))
      const ended = batches.flatMap((batch) => batch.ended)
      same(ended, [{ sessionId: ID, accountId: 'account-1' }], 'ended')
      same((await store.findSession(ID))?.endedCause, 'absolute_expiry', 'cause')
      same(await listed(store, at(90_000)), ['handoff code-hash 9,8,7', `session ${ID} 5,5,5`], 'list')
    },
  },
]

const WORKING: readonly StoreRule[] = [
  {
    name: 'of 40 workers each claims a different entry, the oldest first, and the others none',
    async check(store) {
      for (const id of ['b', 'a'])
        await store.addRevocation({ ...entrySample(id), createdAt: at(id === 'a' ? 0 : 5) })
      same(await store.countRevocations(), { waiting: 2, since: at(0) }, 'waiting')
      const first = await store.claimRevocation(at(5), 60_000)
      same([first?.origin.id, first?.tries], ['a', 1], 'the oldest')
      const claims = await forty(() => store.claimRevocation(at(5), 60_000))
      same(
        claims.flatMap((entry) => entry?.origin.id ?? []),
        ['b'],
        'the other one',
      )
    },
  },
  {
    name: 'a postponed entry is due at its time and not before; a revoked one is removed',
    async check(store) {
      await store.addRevocation(entrySample('a'))
      const entry = await store.claimRevocation(at(0), 60_000)
      const tried = { id: entry?.id ?? '', tries: 1 }
      same(await store.settleRevocation({ ...tried, retryAt: at(30_000) }), true, 'postponed')
      same(await store.claimRevocation(at(29_999), 60_000), null, 'too early')
      same((await store.claimRevocation(at(30_000), 60_000))?.tries, 2, 'second try')
      same(await store.settleRevocation({ ...tried, tries: 2, retryAt: null }), true, 'revoked')
      same(await store.countRevocations(), { waiting: 0, since: null }, 'waiting')
    },
  },
  {
    name: 'a worker that died loses its entry after the lease, and its late result changes nothing',
    async check(store) {
      await store.addRevocation(entrySample('a'))
      const first = await store.claimRevocation(at(0), 60_000)
      same(await store.claimRevocation(at(59_999), 60_000), null, 'held')
      same((await store.claimRevocation(at(60_000), 60_000))?.tries, 2, 'taken over')
      const late = { id: first?.id ?? '', tries: 1 }
      same(await store.settleRevocation({ ...late, retryAt: null }), false, 'late: revoked')
      same(await store.settleRevocation({ ...late, retryAt: at(1) }), false, 'late: postponed')
      same((await store.countRevocations()).waiting, 1, 'waiting')
    },
  },
  {
    name: 'an entry from a clock that was hours ahead is due at once',
    async check(store) {
      await store.addRevocation({ ...entrySample('a'), createdAt: at(86_400_000) })
      same((await store.claimRevocation(at(0), 60_000))?.origin.id, 'a', 'entry')
    },
  },
]

/** The rules for the list of central grants to revoke. */
export const REVOCATION_RULES: readonly StoreRule[] = [...LISTING, ...WORKING]
