import type { SsoStore } from '../store/index.ts'
import { FORGETTING } from './conformance-forgetting.ts'
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

/** The rules for links between citizens and accounts. */
export const IDENTITY_RULES: readonly StoreRule[] = [
  {
    name: 'a link is found by its citizen and by its account, and by no other',
    async check(store) {
      same(await link(store, 'code-hash', { subject: 's1', accountId: 'a1' }), 'inserted', 'first')
      same((await store.findIdentity('i', 's1'))?.accountId, 'a1', 'by citizen')
      same((await store.findIdentityByAccount('a1'))?.subject, 's1', 'by account')
      same(await store.findIdentity('another issuer', 's1'), null, 'another issuer')
      same(await store.findIdentityByAccount('a2'), null, 'another account')
    },
  },
  {
    name: 'inserting the same link again changes nothing',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      same(await link(store, 'two', { subject: 's1', accountId: 'a1' }), 'same', 'again')
    },
  },
  {
    name: 'a citizen gets no second account, and an account gets no second citizen',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      same(await link(store, 'two', { subject: 's1', accountId: 'a2' }), 'conflict', 'second account')
      same(await link(store, 'three', { subject: 's2', accountId: 'a1' }), 'conflict', 'second citizen')
    },
  },
  {
    name: 'of 40 accounts that are linked to one citizen at once, one is',
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
    name: 'of 40 citizens who are linked to one account at once, one is',
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
  {
    name: 'a link is removed once, and only if it is the one that the caller names; then both sides are free',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      same(await remove(store, 'two', 'a2'), false, 'another account')
      const results = await forty((n) => remove(store, `r${n}`, 'a1'))
      same(count(results, Boolean), 1, 'removers')
      same(await store.findIdentity('i', 's1'), null, 'the link')
      same(await link(store, 'three', { subject: 's1', accountId: 'a2' }), 'inserted', 'the citizen')
      same(await link(store, 'four', { subject: 's2', accountId: 'a1' }), 'inserted', 'the account')
    },
  },
  {
    name: 'a removed link is there again if its transaction throws or conflicts',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'a1' })
      for (const [codeHash, end] of [
        ['two', () => Promise.reject(new Error('planned'))],
        ['three', async () => ({ conflict: true }) as const],
      ] as const) {
        await store.createHandoff(handoffSample({ codeHash }))
        const commit = async (_: unknown, tx: unknown) => {
          same(await store.removeIdentity({ ...LINK, accountId: 'a1' }, tx), true, 'removed')
          return end()
        }
        await store.consumeHandoff(claimSample({ codeHash }), commit).catch(() => undefined)
        same((await store.findIdentity('i', 's1'))?.accountId, 'a1', codeHash)
      }
    },
  },
  {
    name: 'of 40 callers who replace one link at once, one does, and the citizen has one account',
    async check(store) {
      await link(store, 'one', { subject: 's1', accountId: 'gone' })
      const results = await forty((n) => replace(store, n))
      same(count(results, Boolean), 1, 'winners')
      same((await store.findIdentity('i', 's1'))?.accountId === 'gone', false, 'the old account')
    },
  },
  ...FORGETTING,
]

const LINK = { issuer: 'i', subject: 's1', via: 'linked', linkedAt: at(1) } as const

async function remove(store: SsoStore<unknown>, codeHash: string, accountId: string): Promise<boolean> {
  await store.createHandoff(handoffSample({ codeHash }))
  const outcome = { removed: false }
  await store.consumeHandoff(claimSample({ codeHash }), async (_, tx) => {
    outcome.removed = await store.removeIdentity({ ...LINK, accountId }, tx)
    return { session: sessionSample(numberOf(codeHash)), endOtherSessions: false }
  })
  return outcome.removed
}

/** What a sign-in does if its account was deleted. */
async function replace(store: SsoStore<unknown>, n: number): Promise<boolean> {
  await store.createHandoff(handoffSample({ codeHash: `x${n}` }))
  const outcome = { replaced: false }
  await store.consumeHandoff(claimSample({ codeHash: `x${n}` }), async (_, tx) => {
    const known = await store.findIdentity('i', 's1', tx)
    if (known?.accountId !== 'gone' || !(await store.removeIdentity(known, tx))) return { conflict: true }
    const inserted = await store.insertIdentity({ ...LINK, accountId: `new-${n}` }, tx)
    if (inserted !== 'inserted') return { conflict: true }
    outcome.replaced = true
    return { session: sessionSample(n), endOtherSessions: false }
  })
  return outcome.replaced
}

function numberOf(codeHash: string): number {
  return Number.parseInt([...codeHash].map((char) => char.charCodeAt(0)).join(''), 10) % 1e12
}

async function link(
  store: SsoStore<unknown>,
  codeHash: string,
  who: { subject: string; accountId: string },
): Promise<'inserted' | 'same' | 'conflict'> {
  await store.createHandoff(handoffSample({ codeHash }))
  const outcome: { link: 'inserted' | 'same' | 'conflict' } = { link: 'conflict' }
  await store.consumeHandoff(claimSample({ codeHash }), async (_, tx) => {
    outcome.link = await store.insertIdentity({ issuer: 'i', ...who, via: 'linked', linkedAt: at(1) }, tx)
    if (outcome.link === 'conflict') return { conflict: true }
    return {
      session: sessionSample(numberOf(codeHash), { accountId: who.accountId }),
      endOtherSessions: false,
    }
  })
  return outcome.link
}
