import type { StartedSession } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, isUnchanged, lockCitizen, markOf } from '../citizens/index.ts'
import { forgiveGuess, type GuessRefusal } from '../guesses/index.ts'
import { postNews, type WakesMail } from '../mail/index.ts'
import { readToken } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  type EnterNeeds,
  type Entrant,
  enterCitizen,
  type FailureReason,
  noteFailure,
} from '../sign-in/index.ts'
import { type AcceptedCode, type AcceptNeeds, acceptCode, type CodeFault } from './accept-code.ts'
import { deleteHalfSignIn, findHalfSignIn, hasHalfSignIn } from './half-sign-in-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mailWrongCodes } from './mail-wrong-codes.ts'
import { type AwaitedCode, cancelStrangersCode, reserveTry, takeBack } from './reserve-try.ts'

/** Everything that the second step of a sign-in uses. */
export interface FinishNeeds extends EnterNeeds, AcceptNeeds, WakesMail {}

/** A code, the ticket of the half sign-in, and the browser that brings both. */
export interface CodeAttempt {
  readonly ticket: string
  readonly code: string
  readonly entrant: Omit<Entrant, 'proof' | 'trustedSince'>
}

/** Why nobody was signed in. `too-late`: the password must be given again. `wrong`: there are tries left. */
export type FinishRefusal = 'too-late' | 'wrong' | GuessRefusal

/** The session, and the kind of code that began it. */
export interface Finished {
  readonly session: StartedSession
  readonly kind: AcceptedCode['kind']
}

type Fault = Extract<FailureReason, CodeFault> | 'too-late'

/** The citizen of a ticket that has tries left. Nothing where the account has changed since the password was given. */
export async function findAwaited(
  { db, clock }: Pick<FinishNeeds, 'db' | 'clock'>,
  ticket: string,
): Promise<AwaitedCode | undefined> {
  const key = readToken('half-sign-in', ticket)
  const half = key && (await findHalfSignIn(db, key, clock.now()))
  const citizen = half && (await findCitizen(db, key.citizenId))
  return citizen && isUnchanged(citizen, half) ? { key, citizen } : undefined
}

/**
 * Signs in the citizen whose password was right, by a code. The try and the guess are counted before the code is compared, so
 * that concurrent tries get no more than sequential ones. The code, the ticket and the session are one transaction.
 */
export async function finishSignIn(
  needs: FinishNeeds,
  { ticket, code, entrant }: CodeAttempt,
): Promise<Result<Finished, FinishRefusal>> {
  const awaited = await findAwaited(needs, ticket)
  if (!awaited) return refused('too-late')
  const reserved = await reserveTry(needs, awaited, entrant)
  if (!reserved.ok) return reserved
  const { guess, triesLeft } = reserved.value
  const entered = await needs.db.transaction((tx) => enter({ ...needs, db: tx }, awaited, { code, entrant }))
  if (entered.ok) {
    await forgiveGuess(needs, guess)
    await cancelStrangersCode(needs, reserved.value)
    needs.mail.wake()
    return entered
  }
  const { refusal } = entered
  if (refusal === 'too-late') {
    await takeBack(needs, reserved.value)
    return refused(refusal)
  }
  const { origin } = entrant
  await noteFailure(needs, { origin, purpose: 'code' }, guess, refusal)
  await mailWrongCodes(needs, reserved.value, origin)
  return refused(triesLeft === 0 ? 'too-late' : 'wrong')
}

async function enter(
  needs: FinishNeeds,
  { key, citizen: known }: AwaitedCode,
  { code: typed, entrant }: Pick<CodeAttempt, 'code' | 'entrant'>,
): Promise<Result<Finished, Fault>> {
  const { db, clock } = needs
  const citizen = await lockCitizen(db, key.citizenId)
  if (!citizen || !isUnchanged(citizen, markOf(known))) return refused('too-late')
  // Another request may have used the ticket up. Then the code is not spent.
  if (!(await hasHalfSignIn(db, key))) return refused('too-late')
  const code = await acceptCode(needs, key.citizenId, typed, clock.now())
  if (!code.ok) return code
  const { kind, trustedSince } = code.value
  await deleteHalfSignIn(db, key)
  if (kind === 'recovery') await noteSpentCode(needs, citizen, entrant)
  const session = await enterCitizen(needs, citizen, { ...entrant, proof: 'password+code', trustedSince })
  return accepted({ session, kind })
}

async function noteSpentCode(
  needs: FinishNeeds,
  citizen: Citizen,
  { origin }: Pick<Entrant, 'origin'>,
): Promise<void> {
  const { citizenId } = citizen
  await appendEvent(needs, { name: 'recovery-code-spent', origin, citizenId })
  await postNews(needs, citizen, CODE_LETTERS.codeSpent, { at: needs.clock.now() })
}
