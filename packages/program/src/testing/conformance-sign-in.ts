import {
  at,
  claimSample,
  count,
  forty,
  handoffSample,
  pendingSample,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

/** The rules for pending sign-ins and handoffs. */
export const SIGN_IN_RULES: readonly StoreRule[] = [
  {
    name: 'a state returns its pending sign-in, with its bytes and its link',
    async check(store) {
      const pending = pendingSample({ link: { accountId: 'account-7', sessionRef: 'sso:x' } })
      await store.createPending(pending)
      const consumed = await store.consumePending('state-hash', at(1), 'by-first')
      same(consumed.kind === 'consumed' && [...consumed.pending.sealed], [1, 2, 255], 'sealed bytes')
      same(consumed.kind === 'consumed' && consumed.pending.link, pending.link, 'link')
      same(consumed.kind === 'consumed' && consumed.pending.expiresAt, pending.expiresAt, 'expiry')
    },
  },
  {
    name: 'a consumed state returns the time of the store, which is before its code is redeemed',
    async check(store) {
      await store.createPending(pendingSample())
      const before = await store.now()
      const consumed = await store.consumePending('state-hash', at(1), 'by-first')
      const told = consumed.kind === 'consumed' && consumed.consumedAt
      same(told && told >= before && told <= (await store.now()), true, 'the clock')
    },
  },
  {
    name: 'a state that was never written is unknown',
    check: async (store) =>
      same((await store.consumePending('nobody', at(0), 'by-first')).kind, 'unknown', 'kind'),
  },
  {
    name: 'a state that is used again is a replay, and still returns its return address',
    async check(store) {
      await store.createPending(pendingSample())
      await store.consumePending('state-hash', at(1), 'by-first')
      const again = await store.consumePending('state-hash', at(2), 'by-second')
      const { returnUri } = pendingSample()
      same([again.kind, 'returnUri' in again && again.returnUri], ['replayed', returnUri], 'second use')
    },
  },
  {
    name: 'a state is expired at its expiry, not after',
    async check(store) {
      await store.createPending(pendingSample())
      same(
        (await store.consumePending('state-hash', at(600_000), 'by-first')).kind,
        'expired',
        'at the expiry',
      )
      same((await store.consumePending('state-hash', at(599_999), 'by-first')).kind, 'consumed', 'before it')
    },
  },
  {
    name: 'an expired state stays for a day, so that a late callback can begin again, and then goes',
    async check(store) {
      await store.createPending(pendingSample())
      const day = 600_000 + 86_400_000
      same((await store.purge(at(day - 1), 10)).pending, 0, 'purged within the day')
      const late = await store.consumePending('state-hash', at(day - 1), 'by-first')
      same(late, { kind: 'expired', returnUri: pendingSample().returnUri }, 'within the day')
      same((await store.purge(at(day), 10)).pending, 1, 'purged after the day')
      same((await store.consumePending('state-hash', at(day), 'by-first')).kind, 'unknown', 'after the day')
    },
  },
  {
    name: 'of 40 callbacks with one state, one wins',
    async check(store) {
      await store.createPending(pendingSample())
      const results = await forty((index) => store.consumePending('state-hash', at(1), `by-${index}`))
      same(
        count(results, (r) => r.kind === 'consumed'),
        1,
        'winners',
      )
      same(
        count(results, (r) => r.kind === 'replayed'),
        39,
        'losers',
      )
    },
  },
  {
    name: 'a handoff opens a session once',
    async check(store) {
      await store.createHandoff(handoffSample())
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      same((await store.consumeHandoff(claimSample(), commit)).kind, 'consumed', 'first')
      same((await store.consumeHandoff(claimSample(), commit)).kind, 'refused', 'second')
    },
  },
  {
    name: 'commit gets the bytes, the subject and the link of the handoff',
    async check(store) {
      const link = { accountId: 'account-7', sessionRef: 'legacy:y' }
      await store.createHandoff(handoffSample({ link }))
      await store.consumeHandoff(claimSample(), async (handoff) => {
        same([[...handoff.sealed], handoff.subject, handoff.link], [[9, 8, 7], 'subject-1', link], 'handoff')
        return { conflict: true }
      })
    },
  },
  {
    name: 'an unknown or expired handoff and a wrong verifier are refused, and commit does not run',
    async check(store) {
      await store.createHandoff(handoffSample())
      const commit = () => Promise.reject(new Error('commit must not run'))
      same(
        (await store.consumeHandoff(claimSample({ codeHash: 'other' }), commit)).kind,
        'refused',
        'unknown',
      )
      same((await store.consumeHandoff(claimSample({ now: at(90_000) }), commit)).kind, 'refused', 'expired')
      same((await store.consumeHandoff(claimSample({ challenge: 'wrong' }), commit)).kind, 'refused', 'wrong')
    },
  },
  {
    name: 'a handoff works after four wrong verifiers, and the fifth one invalidates it',
    async check(store) {
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      for (const [codeHash, tries, outcome] of [
        ['four', 4, 'consumed'],
        ['five', 5, 'refused'],
      ] as const) {
        await store.createHandoff(handoffSample({ codeHash }))
        const wrong = claimSample({ codeHash, challenge: 'wrong' })
        for (let i = 0; i < tries; i += 1) await store.consumeHandoff(wrong, commit)
        same((await store.consumeHandoff(claimSample({ codeHash }), commit)).kind, outcome, codeHash)
      }
    },
  },
  {
    name: 'if commit throws, nothing is written and the handoff still works',
    async check(store) {
      await store.createHandoff(handoffSample())
      const identity = {
        issuer: 'i',
        subject: 's',
        accountId: 'a',
        via: 'provisioned',
        linkedAt: at(1),
      } as const
      const thrown = await store
        .consumeHandoff(claimSample(), async (_, tx) => {
          await store.insertIdentity(identity, tx)
          throw new Error('planned')
        })
        .catch((error: unknown) => error instanceof Error && error.message)
      same(thrown, 'planned', 'the error')
      same(await store.findIdentity('i', 's'), null, 'identity')
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      same((await store.consumeHandoff(claimSample(), commit)).kind, 'consumed', 'second try')
    },
  },
  {
    name: 'a conflict invalidates the handoff and writes nothing',
    async check(store) {
      await store.createHandoff(handoffSample())
      const identity = { issuer: 'i', subject: 's', accountId: 'a', via: 'linked', linkedAt: at(1) } as const
      const first = await store.consumeHandoff(claimSample(), async (_, tx) => {
        await store.insertIdentity(identity, tx)
        return { conflict: true }
      })
      same(first.kind, 'conflict', 'kind')
      same(await store.findIdentity('i', 's'), null, 'identity')
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      same((await store.consumeHandoff(claimSample(), commit)).kind, 'refused', 'second try')
    },
  },
  {
    name: 'of 40 exchanges of one code, one wins',
    async check(store) {
      await store.createHandoff(handoffSample())
      const results = await forty((index) =>
        store.consumeHandoff(claimSample(), async () => ({
          session: sessionSample(index),
          endOtherSessions: false,
        })),
      )
      same(
        count(results, (r) => r.kind === 'consumed'),
        1,
        'winners',
      )
      same((await store.listSessions('account-1', at(2))).length, 1, 'sessions')
    },
  },
  {
    name: 'linking may end the other sessions of the account, in the same step',
    async check(store) {
      await store.createHandoff(handoffSample())
      await store.createHandoff(handoffSample({ codeHash: 'second' }))
      await store.consumeHandoff(claimSample(), async () => ({
        session: sessionSample(1),
        endOtherSessions: false,
      }))
      const second = claimSample({ codeHash: 'second' })
      await store.consumeHandoff(second, async () => ({ session: sessionSample(2), endOtherSessions: true }))
      const left = await store.listSessions('account-1', at(2))
      same(
        left.map((s) => s.id),
        [sessionSample(2).id],
        'sessions left',
      )
    },
  },
]
