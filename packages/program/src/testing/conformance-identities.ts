import type { SsoStore } from '../store/index.ts'
import {
  at,
  claimSample,
  count,
  forty,
  handoffSample,
  type StoreRule,
  same,
  sessionSample,
} from './conformance-samples.ts'

/** What the store promises about who is linked to whom. */
export const IDENTITY_RULES: readonly StoreRule[] = [
  {
    name: 'a link is found by citizen and by account, and by nobody else',
    async check(store) {
      same(await link(store, 'code-hash', { subject: 's1', accountId: 'a1' }), 'inserted', 'first')
      same((await store.findIdentity('i', 's1'))?.accountId, 'a1', 'by citizen')
      same((await store.findIdentityByAccount('a1'))?.subject, 's1', 'by account')
      same(await store.findIdentity('another issuer', 's1'), null, 'another issuer')
      same(await store.findIdentityByAccount('a2'), null, 'another account')
    },
  },
  {
    name: 'the same link twice is the same',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      same(await link(store, 'two', { subject: 's1', accountId: 'a1' }), 'same', 'again')
    },
  },
  {
    name: 'a citizen with an account gets no second one, and an account no second citizen',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      same(await link(store, 'two', { subject: 's1', accountId: 'a2' }), 'conflict', 'second account')
      same(await link(store, 'three', { subject: 's2', accountId: 'a1' }), 'conflict', 'second citizen')
    },
  },
  {
    name: 'of 40 accounts that want one citizen, one gets her',
    async check(store) {
      const results = await forty((n) => link(store, `c${n}`, { subject: 's1', accountId: `a${n}` }))
      same(
        count(results, (r) => r === 'inserted'),
        1,
        'winners',
      )
      same(
        count(results, (r) => r === 'conflict'),
        39,
        'losers',
      )
    },
  },
  {
    name: 'of 40 citizens who want one account, one gets it',
    async check(store) {
      const results = await forty((n) => link(store, `c${n}`, { subject: `s${n}`, accountId: 'a1' }))
      same(
        count(results, (r) => r === 'inserted'),
        1,
        'winners',
      )
      same(
        count(results, (r) => r === 'conflict'),
        39,
        'losers',
      )
    },
  },
]

async function link(
  store: SsoStore<unknown>,
  codeHash: string,
  who: { subject: string; accountId: string },
): Promise<'inserted' | 'same' | 'conflict'> {
  await store.createHandoff(handoffSample({ codeHash }))
  const outcome: { link: 'inserted' | 'same' | 'conflict' } = { link: 'conflict' }
  const number = Number.parseInt([...codeHash].map((char) => char.charCodeAt(0)).join(''), 10) % 1e12
  await store.consumeHandoff(claimSample({ codeHash }), async (_, tx) => {
    outcome.link = await store.insertIdentity({ issuer: 'i', ...who, via: 'linked', linkedAt: at(1) }, tx)
    if (outcome.link === 'conflict') return { conflict: true }
    return { session: sessionSample(number, { accountId: who.accountId }), endOtherSessions: false }
  })
  return outcome.link
}
