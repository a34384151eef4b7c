import type { YoungKeys } from '../pages/index.ts'
import type { AfterRecovery } from './reset-password.ts'

/** What a room does after a citizen recovered the account by mail, in that transaction. */
export interface RoomInRecovery {
  /** Removes what is too new to outlast a recovery by mail. True where there was anything. */
  readonly young?: { readonly keys: YoungKeys; readonly drop: AfterRecovery<boolean> }
  readonly recovered?: AfterRecovery
}

/** Does what the rooms do after a recovery by mail, one after the other. Returns what they removed. */
export const afterRecoveryIn =
  (rooms: readonly RoomInRecovery[]): AfterRecovery<readonly YoungKeys[]> =>
  async (needs, citizen, origin) => {
    const removed: YoungKeys[] = []
    for (const { young, recovered } of rooms) {
      if (young && (await young.drop(needs, citizen, origin))) removed.push(young.keys)
      await recovered?.(needs, citizen, origin)
    }
    return removed
  }
