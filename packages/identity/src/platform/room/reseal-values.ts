import { CannotUnseal, firstKeyId, type Keyring } from '../keyring.ts'
import type { Database } from '../postgres/database.ts'
import type { Sealed, SealedValue } from './room.ts'

const BATCH = 200

/** What became of the values that another key had sealed. */
export interface Resealed {
  readonly resealed: number
  /** They were changed or deleted meanwhile, and were left as they are. */
  readonly changed: number
  /** No key opens them. */
  readonly unopened: number
}

/** What sealing anew uses. `progress` gets the number of values so far, after each batch. */
export interface ResealNeeds {
  readonly db: Database
  readonly keyring: Keyring
  readonly stopped: AbortSignal
  readonly progress: (values: number) => void
}

/**
 * Seals with the first key what any other key has sealed, batch by batch, beside the service. Each value is replaced only where it is still the one that was read:
 * what somebody changes meanwhile stays. Where it is stopped, the next run goes on with what is left.
 */
export async function resealValues(needs: ResealNeeds, room: Sealed): Promise<Resealed> {
  const keyId = firstKeyId(needs.keyring)
  const tally = { resealed: 0, changed: 0, unopened: 0 }
  let after = ''
  while (!needs.stopped.aborted) {
    const batch = await room.findOthers(needs.db, { keyId, after, most: BATCH })
    const last = batch.at(-1)
    if (!last) break
    for (const value of batch) tally[await resealOne(needs, room, value)] += 1
    after = last.place
    needs.progress(tally.resealed + tally.changed + tally.unopened)
  }
  return tally
}

async function resealOne(
  { db, keyring }: ResealNeeds,
  room: Sealed,
  value: SealedValue,
): Promise<keyof Resealed> {
  const resealed = sealedAnew(keyring, value)
  if (!resealed) return 'unopened'
  return (await room.replace(db, value, resealed)) ? 'resealed' : 'changed'
}

function sealedAnew(keyring: Keyring, { sealed, context }: SealedValue): Buffer | undefined {
  try {
    return keyring.seal(keyring.unseal(sealed, context), context)
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}
