import {
  endOtherSessions,
  renewSession,
  type SessionBrowser,
  type SignedIn,
  type StartedSession,
} from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { setPasswordHash } from '../citizens/index.ts'
import { type GuessRefusal, rememberOnly } from '../guesses/index.ts'
import { type LetterNeeds, postTo, type WakesMail } from '../mail/index.ts'
import { endLinks } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import {
  checkNewPassword,
  findPlainProblem,
  type NewPasswordNeeds,
  type PasswordProblem,
} from '../passwords/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  lockProvenCitizen,
  type MayAskForCode,
  type ProvePasswordNeeds,
  provePassword,
} from '../sign-in/index.ts'
import { noteEndedSessions } from './note-ended-sessions.ts'

/** Everything that `changePassword` uses. */
export interface ChangePasswordNeeds
  extends ProvePasswordNeeds,
    MayAskForCode,
    LetterNeeds,
    NewPasswordNeeds,
    WakesMail {}

/** The form of a citizen who changes the password. */
export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly deviceHash: Buffer
  readonly browser: SessionBrowser
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Everything that is wrong with the two fields. */
export interface PasswordChangeProblems {
  readonly current?: 'required' | 'wrong'
  readonly chosen?: PasswordProblem
}

/** Why the password was not changed. `signed-out`: the session has ended meanwhile. */
export type PasswordChangeRefusal =
  | 'busy'
  | 'signed-out'
  | { readonly problems: PasswordChangeProblems }
  | GuessRefusal

/**
 * Changes the password of a signed-in citizen who knows the current one. Every other session ends, and so does every mailed
 * link that does not ask for the new password, because another person may have them. This session stays and gets a new cookie. Programs that were
 * entered from this browser stay entered. The new password is judged only where the current one is right: until then the citizen
 * reads no more of it than that it is too short, too long, or has an end that cannot be seen.
 */
export async function changePassword(
  needs: ChangePasswordNeeds,
  { citizen, session }: SignedIn,
  change: PasswordChange,
): Promise<Result<StartedSession, PasswordChangeRefusal>> {
  const { currentPassword: password, newPassword } = change
  const plain = findPlainProblem(needs, newPassword)
  const chosen = plain && { chosen: plain }
  if (password === '') return refused({ problems: { current: 'required', ...chosen } })
  const attempt = { ...change, email: citizen.email, password, purpose: 'change-password' as const }
  const proof = await provePassword(needs, attempt)
  if (!proof.ok)
    return refused(proof.refusal === 'wrong' ? { problems: { current: 'wrong', ...chosen } } : proof.refusal)
  const { address } = change.origin
  const asked = { password: newPassword, countedFor: citizen.citizenId, address }
  const judged = await checkNewPassword(needs, asked, citizen)
  if (judged) return refused(typeof judged === 'object' ? judged : { problems: { chosen: judged } })
  const limit = await needs.limits.spend('password-change-per-citizen', citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  const hash = await needs.passwords.hash(newPassword)
  if (!hash.ok) return hash
  const changed = await needs.db.transaction((tx) =>
    store({ ...needs, db: tx }, { citizen: proof.value, session }, { ...change, passwordHash: hash.value }),
  )
  if (!changed) return refused('signed-out')
  needs.mail.wake()
  return accepted(changed)
}

async function store(
  needs: ChangePasswordNeeds,
  { citizen: proven, session }: SignedIn,
  change: PasswordChange & { passwordHash: string },
): Promise<StartedSession | undefined> {
  const citizen = await lockProvenCitizen(needs.db, proven)
  const renewed = citizen && (await renewSession(needs, citizen, change.browser))
  if (!citizen || !renewed) return undefined
  const { citizenId, email } = citizen
  await setPasswordHash(needs.db, citizenId, change.passwordHash, needs.clock.now())
  await endLinks(needs.db, 'new-password', citizenId)
  const ended = await endOtherSessions(needs, session)
  await rememberOnly(needs, { citizenId, deviceHash: change.deviceHash, email })
  const { origin } = change
  await appendEvent(needs, { name: 'password-changed', origin, citizenId, sessionId: session.sessionId })
  await noteEndedSessions(needs, { citizenId, ended, cause: 'password-changed', origin })
  const recoverAddress = `${needs.baseUrl}${PATHS.recover}`
  await postTo(needs, citizen, { kind: 'password-changed', recoverAddress })
  return renewed
}
