import type { AuditOrigin } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import type { YoungKeys } from '../pages/index.ts'

/** What a room does at a moment of another room, in that transaction. */
export type AtMoment<Outcome = void> = (
  needs: LetterNeeds,
  citizen: Citizen,
  origin: AuditOrigin,
) => Promise<Outcome>

/** The moments at which rooms do something. */
export interface RoomAtMoments {
  /** Where the citizen ends everything: what signs in beside the password goes. */
  readonly revoke?: AtMoment
  /** After a citizen signed in with more than the password. */
  readonly provenMore?: AtMoment
  /** After a recovery by mail: removes what is too new to outlast it. True where there was anything. */
  readonly young?: { readonly keys: YoungKeys; readonly drop: AtMoment<boolean> }
  /** After a recovery by mail. */
  readonly recovered?: AtMoment
}

/** Does what the rooms do at one of these moments, one after the other. */
export const inEachRoom =
  (rooms: readonly RoomAtMoments[], moment: 'revoke' | 'provenMore'): AtMoment =>
  async (needs, citizen, origin) => {
    for (const room of rooms) await room[moment]?.(needs, citizen, origin)
  }

/** Does what the rooms do after a recovery by mail, one after the other. Returns what they removed. */
export const afterRecoveryIn =
  (rooms: readonly RoomAtMoments[]): AtMoment<readonly YoungKeys[]> =>
  async (needs, citizen, origin) => {
    const removed: YoungKeys[] = []
    for (const { young, recovered } of rooms) {
      if (young && (await young.drop(needs, citizen, origin))) removed.push(young.keys)
      await recovered?.(needs, citizen, origin)
    }
    return removed
  }
