import type { StartedSession } from '../access/index.ts'
import { type Citizen, readEmail } from '../citizens/index.ts'
import { cancelGuess, forgiveGuess } from '../guesses/index.ts'
import type { WakesMail } from '../mail/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { PasswordSignIn } from './enter-by-password.ts'
import { type EnterNeeds, enterCitizen } from './enter-citizen.ts'
import { lockProvenCitizen } from './lock-proven-citizen.ts'
import {
  comparePassword,
  type PasswordAttempt,
  type Proof,
  type ProofRefusal,
  type ProvePasswordNeeds,
} from './prove-password.ts'
import type { MayAskForCode } from './second-factor-entry.ts'

/** The needs of `provePassword`, and of the letter about a new device. */
export interface SignInNeeds extends ProvePasswordNeeds, MayAskForCode, EnterNeeds, WakesMail {}

/** The browser that signs in, with the address and the password. */
export interface SignInAttempt extends Omit<PasswordAttempt, 'purpose'> {
  /** The session cookie that the browser has, of any citizen. */
  readonly cookieValue: string | undefined
  readonly userAgent: string | undefined
  /** The language that the citizen sees. */
  readonly language: string
}

/**
 * Signs a citizen in, in a new session or in the browser's own. Where the account knows other browsers but not this
 * one, the citizen gets a letter. Where the account asks for a code, too, nobody is signed in yet, and the guess is only taken
 * back: who has the password must not be able to reset the count of wrong codes.
 */
export async function signCitizenIn(
  needs: SignInNeeds,
  attempt: SignInAttempt,
): Promise<Result<PasswordSignIn, ProofRefusal>> {
  const read = readEmail(attempt.email)
  const email = read.ok ? read.value : attempt.email
  const proof = await comparePassword(needs, { ...attempt, email, purpose: 'sign-in' })
  if (!proof.ok) return proof
  const { citizen, guess } = proof.value
  const ticket = await needs.secondFactor?.begin(needs.db, citizen)
  if (ticket) {
    await cancelGuess(needs, guess)
    return accepted({ kind: 'code-awaited', ticket })
  }
  const started = await start(needs, proof.value, attempt)
  return started ? accepted({ kind: 'entered', started }) : refused('wrong')
}

async function start(
  needs: SignInNeeds,
  { citizen, guess }: Proof,
  attempt: SignInAttempt,
): Promise<StartedSession | undefined> {
  await forgiveGuess(needs, guess)
  const entered = await needs.db.transaction((tx) => enter({ ...needs, db: tx }, citizen, attempt))
  // A browser that the account knows causes no letter. One that it has just forgotten does, and the sender finds that by itself.
  if (entered && !guess.knowsDevice) needs.mail.wake()
  return entered
}

async function enter(
  needs: SignInNeeds,
  proven: Citizen,
  attempt: SignInAttempt,
): Promise<StartedSession | undefined> {
  const citizen = await lockProvenCitizen(needs.db, proven)
  return citizen && enterCitizen(needs, citizen, { ...attempt, proof: 'password', trustedSince: null })
}
