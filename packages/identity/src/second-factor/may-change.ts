import type { SignedIn } from '../access/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { isRecent } from '../sign-in/index.ts'

/** Whether a session began with the password alone although the account has an app: `lacksCode` of the sign-in, where the apps are known. */
export function isPasswordAlone(
  { session }: Pick<SignedIn, 'session'>,
  { hasApp }: { readonly hasApp: boolean },
): boolean {
  return hasApp && session.proof === 'password'
}

/**
 * Whether a citizen proved enough to change the codes: in the last five minutes, and not with a password alone where the account
 * has an app. Otherwise whoever signed in with a stolen password just before could take the app away.
 */
export function mayChange(
  signedIn: Pick<SignedIn, 'session'>,
  now: UnixSeconds,
  owned: { readonly hasApp: boolean },
): boolean {
  return isRecent(signedIn, now) && !isPasswordAlone(signedIn, owned)
}
