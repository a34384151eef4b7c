import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { lockCitizen, raiseSecurityVersion, setEmailVerified, setPasswordHash } from '../citizens/index.ts'
import { rememberOnly } from '../guesses/index.ts'
import { postTo, type WakesMail } from '../mail/index.ts'
import { endLinks, type OwnedLink, spendLink } from '../mailed-links/index.ts'
import type { AtMoment } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { checkNewPassword, type NewPasswordNeeds, type NewPasswordRefusal } from '../passwords/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  type EnterByPasswordNeeds,
  enterByNewPassword,
  type PasswordEntrant,
  type PasswordSignIn,
} from '../sign-in/index.ts'

/** Everything that `resetPassword` uses. */
export interface ResetPasswordNeeds extends EnterByPasswordNeeds, NewPasswordNeeds, WakesMail {
  /** Returns what it removed because it was new. */
  readonly afterRecovery: AtMoment<readonly string[]>
}

/** The new password, and the browser where it was chosen. */
export interface NewPassword {
  readonly password: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
  /** The same browser, where it is the one that asked for the link: it is signed in, unless something was removed. */
  readonly entrant?: PasswordEntrant | undefined
}

/** What a new password has changed. */
export interface PasswordReset {
  /** What was removed because it was new. */
  readonly removed: readonly string[]
  /** How the browser goes on that asked for the link. Nothing for any other one. */
  readonly entered: PasswordSignIn | undefined
}

/** Why the password was not changed. Only `link-invalid` is permanent. */
export type ResetPasswordRefusal = 'link-invalid' | 'busy' | NewPasswordRefusal

/** How long it is useful to tell a citizen that the password was changed. */
const NOTICE_LIFETIME_SECONDS = 7 * 24 * 60 * 60

/**
 * Sets a new password by a mailed link, and ends all access of the citizen. A refused password leaves the link valid.
 * Of several concurrent uses of any links of a citizen, one succeeds. The browser that asked for the link is signed in, by the code of the
 * account where there is one. Where something was removed because it was new, nobody is: the next page must say it first.
 */
export async function resetPassword(
  needs: ResetPasswordNeeds,
  link: OwnedLink,
  reset: NewPassword,
): Promise<Result<PasswordReset, ResetPasswordRefusal>> {
  const { password, origin } = reset
  const chosen = { password, countedFor: `recovery ${link.key.citizenId}`, address: origin.address }
  const problem = await checkNewPassword(needs, chosen, link.citizen)
  if (problem) return refused(problem)
  const hashed = await needs.passwords.hash(password)
  if (!hashed.ok) return hashed
  const written = await needs.db.transaction((tx) => write({ ...needs, db: tx }, link, hashed.value, reset))
  if (written.ok) needs.mail.wake()
  return written
}

/** Locks the citizen's row first. Concurrent transactions wait, and then find another security version. */
async function write(
  needs: ResetPasswordNeeds,
  { key }: OwnedLink,
  passwordHash: string,
  { deviceHash, origin, entrant }: NewPassword,
): Promise<Result<PasswordReset, 'link-invalid'>> {
  const { db, clock, baseUrl } = needs
  const { citizenId } = key
  const now = clock.now()
  const citizen = await lockCitizen(db, citizenId)
  if (!citizen || !(await spendLink(needs, key, citizen))) return refused('link-invalid')
  await setPasswordHash(db, citizenId, passwordHash, now)
  await raiseSecurityVersion(db, citizenId)
  await setEmailVerified(db, citizenId)
  await endLinks(db, 'new-password', citizenId)
  await rememberOnly(needs, { citizenId, deviceHash, email: citizen.email })
  await appendEvent(needs, { name: 'password-reset', origin, citizenId })
  if (!citizen.emailVerified) await appendEvent(needs, { name: 'email-verified', origin, citizenId })
  const removed = await needs.afterRecovery(needs, citizen, origin)
  const told = { ...citizen, expiresAt: plusSeconds(now, NOTICE_LIFETIME_SECONDS) }
  await postTo(needs, told, { kind: 'password-changed', recoverAddress: baseUrl + PATHS.recover })
  if (!entrant || removed.length > 0) return accepted({ removed, entered: undefined })
  const changed = await lockCitizen(db, citizenId)
  return accepted({ removed, entered: changed && (await enterByNewPassword(needs, changed, entrant)) })
}
