import { freshSession, nameUserAgent, type StartedSession, startSession } from '../access/index.ts'
import { forgiveGuess, rememberDevice } from '../attempts/index.ts'
import { appendEvent, newEventId } from '../audit/index.ts'
import { type Citizen, readEmail } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import { PATHS, wordsFor } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { lockProvenCitizen } from './lock-proven-citizen.ts'
import {
  comparePassword,
  type PasswordAttempt,
  type Proof,
  type ProofRefusal,
  type ProvePasswordNeeds,
} from './prove-password.ts'
import { startKnownSession } from './start-store.ts'

/** The needs of `provePassword`, and of the letter about a new device. */
export interface SignInNeeds extends ProvePasswordNeeds {
  readonly keyring: Keyring
  readonly baseUrl: string
  readonly mail: { wake(): void }
}

/** The browser that signs in, with the address and the password. */
export interface SignInAttempt extends Omit<PasswordAttempt, 'purpose'> {
  /** The session cookie that the browser has, of any citizen. */
  readonly cookieValue: string | undefined
  readonly userAgent: string | undefined
  /** The language of a letter to the citizen. */
  readonly language: string
}

/** How long a letter about a new device is useful. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/**
 * Signs a citizen in, in a new session or in the browser's own. Where the account knows other browsers but not this
 * one, the citizen gets a letter.
 */
export async function signCitizenIn(
  needs: SignInNeeds,
  attempt: SignInAttempt,
): Promise<Result<StartedSession, ProofRefusal>> {
  const read = readEmail(attempt.email)
  const email = read.ok ? read.value : attempt.email
  const proof = await comparePassword(needs, { ...attempt, email, purpose: 'sign-in' })
  if (!proof.ok) return proof
  const { citizen, guess } = proof.value
  const isUsual = guess.knowsDevice && attempt.cookieValue === undefined
  if (isUsual && (await needs.db.layout()) === 'one-server') {
    const started = await startAtOnce(needs, proof.value, attempt)
    if (started) return accepted(started)
  } else {
    await forgiveGuess(needs, guess)
  }
  const entered = await needs.db.transaction((tx) => enter({ ...needs, db: tx }, citizen, attempt))
  if (!entered) return refused('wrong')
  needs.mail.wake()
  return accepted(entered)
}

/** The usual case on one server in one statement, which also forgives the guess: a browser that the account knows and that has no session. */
async function startAtOnce(
  needs: SignInNeeds,
  { citizen, guess }: Proof,
  { deviceHash, cookieValue, userAgent, origin }: SignInAttempt,
): Promise<StartedSession | undefined> {
  const browser = { cookieValue, userAgent, address: origin.address }
  const fresh = freshSession(needs, citizen, browser)
  const atMilliseconds = needs.clock.nowMilliseconds()
  const eventId = newEventId(atMilliseconds, needs.random)
  const { counted } = guess
  const start = { citizen, deviceHash, counted, fresh, eventId, atMilliseconds, origin }
  const isStarted = await startKnownSession(needs.db, start)
  return isStarted ? { ...fresh, displaced: undefined } : undefined
}

async function enter(
  needs: SignInNeeds,
  proven: Citizen,
  attempt: SignInAttempt,
): Promise<StartedSession | undefined> {
  const { citizenId } = proven
  const citizen = await lockProvenCitizen(needs.db, proven)
  if (!citizen) return undefined
  const novelty = await rememberDevice(needs, { citizenId, deviceHash: attempt.deviceHash })
  if (novelty === 'new') await writeNewDeviceLetter(needs, citizen, attempt)
  const started = await startSession(needs, citizen, { ...attempt, address: attempt.origin.address })
  const { session, displaced } = started
  const origin = { ...attempt.origin, actor: 'citizen' as const }
  const entered = { origin, citizenId, sessionId: session.sessionId, details: { device: novelty } }
  await appendEvent(needs, { name: 'signed-in', ...entered })
  const ended = { origin, ...displaced, details: { cause: 'another-citizen' } }
  if (displaced) await appendEvent(needs, { name: 'session-ended', ...ended })
  return started
}

async function writeNewDeviceLetter(
  needs: SignInNeeds,
  citizen: Citizen,
  attempt: SignInAttempt,
): Promise<void> {
  const at = needs.clock.now()
  const { browser, system } = nameUserAgent(attempt.userAgent ?? '')
  const { unknownBrowser, unknownSystem } = wordsFor(attempt.language).words.sessions
  const names = { browser: browser ?? unknownBrowser, system: system ?? unknownSystem }
  await postLetter(
    needs,
    { kind: 'new-device', ...names, at, recoverAddress: `${needs.baseUrl}${PATHS.recover}` },
    {
      to: { name: citizen.fullName, address: citizen.email },
      language: attempt.language,
      expiresAt: plusSeconds(at, LETTER_LIFETIME_SECONDS),
    },
  )
}
