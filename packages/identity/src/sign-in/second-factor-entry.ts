import type { SignedIn } from '../access/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { NoteCookie } from '../hosted-page/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secret } from '../platform/secret.ts'

/** The ticket of a half sign-in, and the cookie that keeps it in the browser. */
export interface Ticket {
  readonly value: Secret
  readonly cookie: NoteCookie
}

/** What the sign-in knows of codes beside the password. The room `second-factor` above has the rest, and makes this. */
export interface SecondFactorEntry {
  /**
   * Stores that the password of a citizen was right, and returns the ticket of this half sign-in. Nothing where the account
   * asks for no code.
   */
  begin(db: Database, citizen: Citizen): Promise<Ticket | undefined>
  /** Whether the account of a citizen asks for a code. */
  isAsked(db: Database, citizenId: string): Promise<boolean>
  /** Whether it asks for a code of something that was added since an instant. */
  isAskedSince(db: Database, citizenId: string, since: UnixSeconds): Promise<boolean>
  /** Removes all that makes it ask. */
  remove(tx: Database, citizenId: string): Promise<unknown>
}

/** Codes, where the room of codes is there. */
export interface MayAskForCode {
  /** Undefined only where no room has codes. A caller that forgets it does not compile, because then nobody would be asked. */
  readonly secondFactor: SecondFactorEntry | undefined
}

/**
 * Whether a session began with the password alone although the account asks for a code. Such a session changes nothing that signs in:
 * it began before the account asked.
 */
export async function lacksCode(
  { secondFactor }: MayAskForCode,
  db: Database,
  { session }: Pick<SignedIn, 'session'>,
): Promise<boolean> {
  return session.proof === 'password' && (await secondFactor?.isAsked(db, session.citizenId)) === true
}
