import { expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../testing/database-file.ts'
import {
  at,
  claimSample,
  handoffSample,
  openSession,
  pendingSample,
  sessionSample,
} from '../../testing/conformance-samples.ts'
import type { SsoStore } from '../index.ts'
import { openDatabase, type SqliteDatabase, type SqliteDurability, sqliteStore } from './index.ts'

const newFile = useDatabaseFiles()

/** A store with one open session, and how each of its transactions is committed. */
const watched = async () => {
  const seen: SqliteDurability[] = []
  const database = openDatabase(newFile())
  const watching: SqliteDatabase = {
    ...database,
    transaction(work, durability = 'on-disk') {
      seen.push(durability)
      return database.transaction(work, durability)
    },
  }
  const store = sqliteStore(watching) as SsoStore
  await store.migrate()
  await openSession(store, sessionSample(1))
  await store.claimCentral({ sessionId: sessionSample(1).id, staleMs: 1, leaseMs: 1e9 })
  seen.length = 0
  return { store, seen }
}

const { id: sessionId, central: tokens, refreshHash } = sessionSample(1)
const rotation = { refreshHash, rotationIdHash: null, retryWindowMs: 1, now: at(1) }
const next = { accessHash: 'access', accessExpiresAt: at(2), refreshHash: 'next' }
const ticket = { ticketHash: 't', sessionId, addressHash: null, createdAt: at(1), expiresAt: at(2) }
const origin = { kind: 'revocation', id: 'r' } as const

test.each<[keyof SsoStore, SqliteDurability, (store: SsoStore) => Promise<unknown>]>([
  ['createPending', 'on-disk', (store) => store.createPending(pendingSample())],
  ['consumePending', 'on-disk', (store) => store.consumePending('state-hash', at(1), 'by-first')],
  ['createHandoff', 'on-disk', (store) => store.createHandoff(handoffSample())],
  [
    'consumeHandoff',
    'on-disk',
    (store) => store.consumeHandoff(claimSample(), async () => ({ conflict: true })),
  ],
  ['forgetAccount', 'on-disk', (store) => store.forgetAccount('a', at(1))],
  ['rotateRefresh', 'on-disk', (store) => store.rotateRefresh({ ...rotation, next })],
  ['revokeSession', 'on-disk', (store) => store.revokeSession(sessionId, 'logout', at(1))],
  ['spendTicket', 'on-disk', (store) => store.spendTicket('t')],
  ['createTicket', 'may-be-lost-in-a-power-failure', (store) => store.createTicket(ticket, 1)],
  ['commitCentral', 'on-disk', (store) => store.commitCentral({ sessionId, fence: 1, tokens, leaseMs: 0 })],
  [
    'addRevocation',
    'on-disk',
    (store) => store.addRevocation({ origin, sealed: Uint8Array.of(1), keyId: 'k', createdAt: at(1) }),
  ],
  ['claimRevocation', 'on-disk', (store) => store.claimRevocation(at(1), 1)],
  ['settleRevocation', 'on-disk', (store) => store.settleRevocation({ id: 'x', tries: 1, retryAt: null })],
  [
    'commitCentral',
    'may-be-lost-in-a-power-failure',
    (store) => store.commitCentral({ sessionId, fence: 1, checkedAt: at(1), leaseMs: 0 }),
  ],
  [
    'claimCentral',
    'may-be-lost-in-a-power-failure',
    (store) => store.claimCentral({ sessionId, staleMs: 1, leaseMs: 1 }),
  ],
  ['hit', 'may-be-lost-in-a-power-failure', (store) => store.hit('k', { limit: 1, windowMs: 1 }, at(1))],
  ['claimHousekeeping', 'may-be-lost-in-a-power-failure', (store) => store.claimHousekeeping(at(1), 1)],
  ['holdHousekeeping', 'may-be-lost-in-a-power-failure', (store) => store.holdHousekeeping(1, at(1))],
])('%s is committed in one step: %s', async (_name, durability, step) => {
  const { store, seen } = await watched()
  await step(store)
  expect(seen).toEqual([durability])
})
