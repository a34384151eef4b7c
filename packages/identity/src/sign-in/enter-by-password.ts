import type { StartedSession } from '../access/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { type EnterNeeds, type Entrant, enterCitizen } from './enter-citizen.ts'
import type { MayAskForCode, Ticket } from './second-factor-entry.ts'

/** What a right password leads to. `ticket`: the account asks for a code, too, and this browser may now give one. */
export type PasswordSignIn =
  | { readonly kind: 'entered'; readonly started: StartedSession }
  | { readonly kind: 'code-awaited'; readonly ticket: Ticket }

/** The needs of `enterCitizen`, and what asks for a code. */
export interface EnterByPasswordNeeds extends EnterNeeds, MayAskForCode {}

/** The browser where a password was chosen. */
export type PasswordEntrant = Omit<Entrant, 'proof' | 'trustedSince'>

/**
 * Signs in a citizen who has just set the password, as the right password would. The caller has locked the row in this transaction, and read
 * it after it was written. A new password replaces no code: where the account asks for one, nobody is signed in yet.
 */
export async function enterByNewPassword(
  needs: EnterByPasswordNeeds,
  citizen: Citizen,
  entrant: PasswordEntrant,
): Promise<PasswordSignIn> {
  const ticket = await needs.secondFactor?.begin(needs.db, citizen)
  if (ticket) return { kind: 'code-awaited', ticket }
  const started = await enterCitizen(needs, citizen, { ...entrant, proof: 'password', trustedSince: null })
  return { kind: 'entered', started }
}
