import type { Foundation } from '../platform/foundation.ts'
import { sha256 } from '../platform/secret.ts'
import { hashOf, idsOf, type Seal, type SealWords, signHash } from './seal.ts'
import { insertSeal } from './seal-store.ts'
import { digestEvents } from './unsealed-store.ts'

/** What a new seal needs. `db` is a transaction that has the lock. */
export type AppendNeeds = Pick<Foundation, 'db' | 'clock' | 'keyring'>

/** What is new in a seal. Everything else follows from its events and from the seal before. */
export type NewSeal = Pick<
  SealWords,
  'chain' | 'kind' | 'day' | 'history' | 'begunBelow' | 'sealedBelow' | 'walkedAt' | 'walkedId'
> & {
  readonly ids?: Buffer
  readonly events?: number
  readonly heads?: string
}

/** Adds a seal behind the newest one. The first of a chain names the last ones of the others, and has none before it. */
export async function appendSeal(
  { db, clock, keyring }: AppendNeeds,
  head: Seal | undefined,
  { ids = Buffer.alloc(0), events, heads = '', ...words }: NewSeal,
): Promise<Seal> {
  const digested = await digestEvents(db, uuidArray(ids))
  const number = (head?.number ?? 0) + 1
  const said = {
    ...digested,
    ...words,
    ...{ number, heads, idsHash: sha256(ids), sealedAt: clock.now() },
    events: events ?? digested.events,
  }
  const hash = hashOf(said, words.kind === 'begun' ? undefined : head)
  const seal = { ...said, hash, mac: signHash(keyring, hash) }
  await insertSeal(db, seal, ids)
  return seal
}

/** Ids of 16 bytes each as an array for PostgreSQL. */
export function uuidArray(ids: Buffer): string {
  return `{${idsOf(ids).join(',')}}`
}
