import type { AuditOrigin } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { Envelope, Letter, LetterNeeds } from '../mail/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Translations } from '../platform/languages.ts'
import type { TokenKind } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secret } from '../platform/secret.ts'

/** What a room does at a moment of another room, in that transaction. */
export type AtMoment<Outcome = void> = (
  needs: LetterNeeds,
  citizen: Citizen,
  origin: AuditOrigin,
) => Promise<Outcome>

/** What can be so new that a recovery by mail removes it. */
export interface RecentFactors {
  /** Their name. */
  readonly factors: string
  /** What the page after the recovery says where some were removed. */
  readonly said: Translations<string>
  /** What the page before it says, where there are some now. */
  readonly will: Translations<string>
  /** When each that it would remove now was added. */
  readonly find: (
    needs: { readonly db: Database; readonly clock: Clock },
    citizenId: string,
  ) => Promise<readonly UnixSeconds[]>
  /** True where there was anything. */
  readonly remove: AtMoment<boolean>
}

/** Until when something about a citizen has to wait, if it has to. */
export type NotBefore = (db: Database, citizenId: string) => Promise<UnixSeconds | undefined>

/** Puts off what would take the account away before somebody could sign in, in the transaction of the room that lets them wait. */
export type KeepOpen = (needs: LetterNeeds, citizen: Citizen, until: UnixSeconds) => Promise<void>

/** A letter that goes out in place of the one that was asked for, with a link of its own. */
export interface OtherLetter {
  /** Whose link it is. */
  readonly citizenId: string
  readonly securityVersion: number
  readonly link: {
    readonly kind: string
    readonly token: TokenKind
    readonly lifetimeSeconds: number
    readonly path: string
  }
  readonly write: (link: Secret) => { readonly letter: Letter; readonly envelope: Envelope }
}

/**
 * What helps the owner of an account that had this address before, in the language that was asked in. The statements are the same for every address.
 */
export type HelpFormerOwner = (
  needs: LetterNeeds,
  email: string,
  language: string,
) => Promise<OtherLetter | undefined>

/** The moments at which rooms do something. */
export interface RoomAtMoments {
  /** Where the citizen ends everything: what signs in beside the password goes. */
  readonly revokeFactors?: AtMoment
  /** After a citizen signed in with more than the password. */
  readonly afterStrongSignIn?: AtMoment
  /** After a recovery by mail: removes what is too new to outlast it. */
  readonly recent?: RecentFactors
  /** After a recovery by mail. */
  readonly recovered?: AtMoment
  /** Where an operator lets new browsers try again: deletes what the room has counted against the citizen. False where there was nothing. */
  readonly forgive?: (tx: Database, citizenId: string) => Promise<boolean>
  /** Before this the account is not closed for good, where there is such an instant: somebody can still take it back. */
  readonly earliestClosing?: NotBefore
  /** Where somebody waits to be let in again, who can sign in from that instant on: the account stays open long enough for it. */
  readonly keepOpen?: KeepOpen
  /** Where somebody asks for a mail at an address that no account signs in with. */
  readonly helpFormerOwner?: HelpFormerOwner
}

/** Does what the rooms do at one of these moments, one after the other. */
export const inEachRoom =
  (rooms: readonly RoomAtMoments[], moment: 'revokeFactors' | 'afterStrongSignIn'): AtMoment =>
  async (needs, citizen, origin) => {
    for (const room of rooms) await room[moment]?.(needs, citizen, origin)
  }

/** Does what the rooms do after a recovery by mail, one after the other. Returns the names of what they removed. */
export const afterRecoveryIn =
  (rooms: readonly RoomAtMoments[]): AtMoment<readonly string[]> =>
  async (needs, citizen, origin) => {
    const removed: string[] = []
    for (const { recent, recovered } of rooms) {
      if (recent && (await recent.remove(needs, citizen, origin))) removed.push(recent.factors)
      await recovered?.(needs, citizen, origin)
    }
    return removed
  }

/** Before this no room lets the account be closed, where one has such an instant. */
export const earliestClosingIn =
  (rooms: readonly RoomAtMoments[]): NotBefore =>
  async (db, citizenId) => {
    let latest: UnixSeconds | undefined
    for (const { earliestClosing } of rooms) {
      const at = await earliestClosing?.(db, citizenId)
      if (at !== undefined && at > (latest ?? 0)) latest = at
    }
    return latest
  }

/** Keeps the account open until then, in each room that could close it. */
export const keepOpenIn =
  (rooms: readonly RoomAtMoments[]): KeepOpen =>
  async (needs, citizen, until) => {
    for (const { keepOpen } of rooms) await keepOpen?.(needs, citizen, until)
  }

/** The letter of the first room that has one. Every room is asked, so that each address costs the same. */
export const helpFormerOwnerIn =
  (rooms: readonly RoomAtMoments[]): HelpFormerOwner =>
  async (needs, email, language) => {
    const letters: OtherLetter[] = []
    for (const { helpFormerOwner } of rooms) {
      const letter = await helpFormerOwner?.(needs, email, language)
      if (letter) letters.push(letter)
    }
    return letters[0]
  }
