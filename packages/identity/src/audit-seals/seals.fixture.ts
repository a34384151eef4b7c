import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, pastClock } from '../../testing/fake-clock.ts'
import { readDay } from '../audit/index.ts'
import { type Keyring, keyring } from '../platform/keyring.ts'
import { type DatabasePool, openPool } from '../platform/postgres/connect.ts'
import { openSession } from '../platform/postgres/session.ts'
import { systemRandom } from '../platform/system-random.ts'
import { appendSeal, type NewSeal } from './append-seal.ts'
import { findHorizon } from './ended-transactions.ts'
import type { Seal } from './seal.ts'
import { progressOf, type Sealed, sealEvents } from './seal-events.ts'
import { findHead } from './seal-store.ts'
import { findOldestFrom } from './unsealed-store.ts'
import { type Verified, verifyAudit } from './verify-audit.ts'

/** An audit with its seals, for a test. */
export interface SealedAudit extends TestDatabase {
  readonly clock: FakeClock
  readonly keys: Keyring
  /** Seals what can be sealed. Transactions of other databases of the server may hold up the rest. */
  sealSome(by?: { readonly keys?: Keyring }): Promise<Sealed>
  /** Seals until every event is sealed. */
  seal(by?: { readonly keys?: Keyring }): Promise<Sealed>
  verify(order?: { from?: string; to?: string; hash?: string; keys?: Keyring }): Promise<Verified>
  /** The breaks as words: `seal day what`, without the number where `what` alone is asked. */
  breaks(order?: { from?: string; to?: string; hash?: string; keys?: Keyring }): Promise<readonly string[]>
  /** Adds a seal of these words and events behind the newest one, as somebody can who has the database and no key of the service. Events are ids. */
  forge(words?: Partial<NewSeal>): Promise<Seal>
  /** Waits until every transaction that began before has ended, those of other databases of the server too. */
  settle(): Promise<void>
  /** Does what somebody could who has the database. */
  run(statement: string): Promise<void>
  /** Writes events of now, in one transaction: so they are in one seal. Returns their ids. */
  add(count?: number, at?: number): Promise<readonly string[]>
}

export const keysOf = (byte: number) => keyring([Buffer.alloc(32, byte)], systemRandom)

/** Opens an empty audit. */
export async function openSealedAudit(): Promise<SealedAudit> {
  const database = await createTestDatabase()
  const clock = pastClock()
  const session = await openSession(database.address)
  const reads = openPool(database.address, {
    ...{ connections: 1, deadlineMilliseconds: 30_000, access: 'by-key' },
  })
  const opened = { ...database, clock, keys: keysOf(1) }
  const verify = verifyIn(opened, reads)
  return {
    ...opened,
    ...sealIn(opened),
    verify,
    breaks: async (order) => (await verify(order)).breaks.map(({ seal, what }) => `${seal} ${what}`),
    add: addIn(opened),
    forge: forgeIn(opened),
    settle: () => settle(opened),
    run: async (statement) => void (await session.runText(statement)),
    async drop() {
      await session.close()
      await reads.close()
      await database.drop()
    },
  }
}

type Opened = Pick<SealedAudit, 'db' | 'clock' | 'keys'>

function sealIn(opened: Opened): Pick<SealedAudit, 'seal' | 'sealSome'> {
  const { db, clock, keys } = opened
  const sealSome: SealedAudit['sealSome'] = async ({ keys: keyring = keys } = {}) => {
    for (;;) {
      const outcome = await sealEvents({ db, clock, keyring, random: systemRandom })
      if (outcome !== 'again') return outcome
    }
  }
  const seal: SealedAudit['seal'] = async (by) => {
    // A chain that begins takes everything that is committed by then.
    await settle(opened)
    for (;;) {
      const outcome = await sealSome(by)
      if (outcome === 'forged') return outcome
      const head = await findHead(db)
      if (!head || (await findOldestFrom(db, head.sealedBelow)) === undefined) return outcome
    }
  }
  return { sealSome, seal }
}

function verifyIn({ db, clock, keys }: Opened, reads: DatabasePool): SealedAudit['verify'] {
  return async ({ from = '', to = '', hash, keys: keyring = keys } = {}) => {
    const needs = {
      db,
      reads,
      clock,
      keyring,
      progress: () => undefined,
      stopped: new AbortController().signal,
    }
    const kept = hash === undefined ? undefined : Buffer.from(hash, 'hex')
    const found = await verifyAudit(needs, { from: readDay(from), to: readDay(to), hash: kept })
    if (!found) throw new Error('nothing is sealed')
    return found
  }
}

function forgeIn({ db, clock }: Opened): SealedAudit['forge'] {
  return async (words = {}) => {
    const head = await findHead(db)
    if (!head) throw new Error('nothing is sealed')
    const { chain, day } = head
    const said = { ...progressOf(head), chain, day, kind: 'live' as const, ...words }
    return appendSeal({ db, clock, keyring: keysOf(9) }, head, said)
  }
}

function addIn({ db, clock }: Opened): SealedAudit['add'] {
  return async (count = 1, at = clock.now()) => {
    const added = await db.query<{ id: string }>`
      insert into audit_events (event_id, filed_under, at, name, actor, details)
      select id, id, to_timestamp(${at}), 'signed-in', 'citizen', '{"n": 1}'
        from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as made
      returning event_id as id`
    return added.map(({ id }) => id)
  }
}

async function settle({ db }: Opened): Promise<void> {
  const [before] = await db.query<{ next: number }>`select pg_current_xact_id()::text::bigint as next`
  while ((await findHorizon(db)) <= (before?.next ?? 0));
}
