import {
  at,
  claimSample,
  handoffSample,
  pendingSample,
  START,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

/** The rules for callbacks that come again. */
export const CALLBACK_RULES: readonly StoreRule[] = [
  {
    name: 'a replay returns the sign-in, and by whom and when its state was consumed',
    async check(store) {
      const pending = pendingSample({ link: { accountId: 'account-7', sessionRef: 'sso:x' } })
      await store.createPending(pending)
      await store.consumePending('state-hash', at(1), 'by-first')
      for (const by of ['by-second', 'by-first']) {
        const again = await store.consumePending('state-hash', at(700_000), by)
        const first = again.kind === 'replayed' ? again.first : null
        same([first?.by, first?.at], ['by-first', at(1)], 'the first callback')
        const { challenge, link } = first?.pending ?? {}
        same(
          [challenge, link, first?.pending.createdAt],
          [pending.challenge, pending.link, START],
          'the sign-in',
        )
      }
    },
  },
  {
    name: 'the result of a callback is under way, then open, then over: at the expiry, or once it opened a session',
    async check(store) {
      const result = async (name: string, milliseconds: number) =>
        (await store.findCallbackResult(`state-${name}`, `code-${name}`, at(milliseconds))).kind
      for (const name of ['one', 'two']) {
        await store.createPending(pendingSample({ stateHash: `state-${name}` }))
        await store.consumePending(`state-${name}`, at(1), 'by-first')
        same(await result(name, 2), 'under-way', 'without a handoff')
        await store.createHandoff(handoffSample({ codeHash: `code-${name}` }))
        same([await result(name, 3), await result(name, 89_999)], ['open', 'open'], 'with a handoff')
        same(await result(name, 90_000), 'over', 'after its time')
      }
      const commit = async () => ({ session: sessionSample(1), endOtherSessions: false })
      await store.consumeHandoff(claimSample({ codeHash: 'code-one' }), commit)
      same([await result('one', 4), await result('two', 4)], ['over', 'open'], 'after one exchange')
      const other = await store.findCallbackResult('state-two', 'code-other', at(4))
      same(other.kind, 'under-way', 'for another code')
    },
  },
  {
    name: 'the refusal of a callback is kept for its state alone, and only once that is consumed',
    async check(store) {
      for (const name of ['one', 'two']) await store.createPending(pendingSample({ stateHash: name }))
      await store.settlePending('one', 'too-early')
      await store.consumePending('one', at(1), 'by-first')
      same((await store.findCallbackResult('one', 'code', at(2))).kind, 'under-way', 'before the refusal')
      await store.settlePending('one', 'existing_account')
      await store.settlePending('nobody', 'cancelled')
      const refused = { kind: 'refused', refusal: 'existing_account' }
      same(await store.findCallbackResult('one', 'code', at(2)), refused, 'the refusal')
      same((await store.findCallbackResult('two', 'code', at(2))).kind, 'under-way', 'another state')
      same((await store.findCallbackResult('nobody', 'code', at(2))).kind, 'over', 'an unknown state')
    },
  },
]
