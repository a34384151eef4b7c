import {
  at,
  claimSample,
  forty,
  handoffSample,
  openSession,
  pendingSample,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

const LINK = { issuer: 'i', subject: 's1', accountId: 'a1', via: 'linked', linkedAt: at(1) } as const

/** The rules for forgetting an account. */
export const FORGETTING: readonly StoreRule[] = [
  {
    name: 'forgetting an account ends its open sessions and removes its link, once, and changes no other account',
    async check(store) {
      await openSession(store, sessionSample(1, { accountId: 'a1' }))
      await openSession(store, sessionSample(2, { accountId: 'a2' }))
      await store.createHandoff(handoffSample())
      await store.consumeHandoff(claimSample(), async (_, tx) => {
        await store.insertIdentity(LINK, tx)
        await store.insertIdentity({ ...LINK, subject: 's2', accountId: 'a2' }, tx)
        return { session: sessionSample(3, { accountId: 'a1' }), endOtherSessions: false }
      })
      const results = await forty(() => store.forgetAccount('a1', at(10)))
      const done = results.filter(({ ended, links }) => links > 0 || ended.length > 0)
      same(
        done.map(({ ended, links }) => [ended.length, links]),
        [[2, 1]],
        'forgotten',
      )
      same(await store.findIdentity('i', 's1'), null, 'link')
      same((await store.findIdentity('i', 's2'))?.accountId, 'a2', 'link of another account')
      same((await store.findSession(sessionSample(1).id))?.endedCause, 'revoked_by_program', 'session')
      same((await store.findSession(sessionSample(2).id))?.endedCause, null, 'session of another account')
    },
  },
  {
    name: 'forgetting an account ends sign-ins that would link it, and other sign-ins continue',
    async check(store) {
      const link = { accountId: 'a1', sessionRef: 'legacy:r1' }
      await store.createPending(pendingSample({ stateHash: 'linking', link }))
      await store.createPending(pendingSample({ stateHash: 'plain' }))
      await store.createHandoff(handoffSample({ codeHash: 'linking', link }))
      await store.createHandoff(handoffSample({ codeHash: 'plain' }))
      await store.forgetAccount('a1', at(10))
      same((await store.consumePending('linking', at(11), 'by-first')).kind, 'unknown', 'state of the link')
      same((await store.consumePending('plain', at(11), 'by-first')).kind, 'consumed', 'another state')
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      const claimed = (codeHash: string) => store.consumeHandoff(claimSample({ codeHash }), commit)
      same((await claimed('linking')).kind, 'refused', 'code of the link')
      same((await claimed('plain')).kind, 'consumed', 'another code')
    },
  },
  {
    name: 'when an account is forgotten during sign-ins, no session without a link is left',
    async check(store) {
      await openSession(store, sessionSample(99, { accountId: 'a1' }))
      await forty(async (n) => {
        if (n % 4 === 0) return void (await store.forgetAccount('a1', at(10)))
        await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
        await store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_, tx) => {
          // Forgotten between the two statements of this step. An exchange then writes nothing.
          if ((await store.insertIdentity(LINK, tx)) === 'conflict') return { conflict: true }
          return { session: sessionSample(n, { accountId: 'a1' }), endOtherSessions: false }
        })
      })
      const open = await store.listSessions('a1', at(11))
      const linked = await store.findIdentity('i', 's1')
      same(open.length === 0 || linked !== null, true, 'sessions without a link')
      await store.forgetAccount('a1', at(12))
      same((await store.listSessions('a1', at(13))).length, 0, 'open sessions')
    },
  },
]
