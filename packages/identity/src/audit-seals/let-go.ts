import type { LetGo } from '../audit/index.ts'
import type { Foundation } from '../platform/foundation.ts'
import { appendSeal } from './append-seal.ts'
import { progressOf } from './seal-events.ts'
import { findHead, lock } from './seal-store.ts'
import { isLetGo, isTrusted } from './trusted.ts'

/**
 * Says in the chain that the events of a day are deleted from now on, because their time is over: whoever has only the database cannot say that. Before the first
 * seal there is nothing to say. Behind a seal that no key of this service has signed it says nothing, and the events stay.
 */
export function letGoOf({ clock, keyring }: Pick<Foundation, 'clock' | 'keyring'>): LetGo {
  return async (tx, day, events) => {
    if ((await tx.layout()) === 'distributed') return 'said'
    await lock(tx)
    const head = await findHead(tx)
    if (!head) return 'not-yet'
    if (!(await isTrusted({ db: tx, keyring }, head))) return 'refused'
    if (await isLetGo({ db: tx, keyring }, day)) return 'said'
    const { chain } = head
    await appendSeal({ db: tx, clock, keyring }, head, {
      ...progressOf(head),
      chain,
      day,
      events,
      kind: 'let-go',
    })
    return 'said'
  }
}
