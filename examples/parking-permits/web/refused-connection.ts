import { ApiProblem, apiFor } from './api.ts'

const WAITING = 'permits.connecting'

/** Keeps the old token in this tab while the citizen is at the central service to connect the account. */
export function keepOldToken(token: string): void {
  try {
    sessionStorage.setItem(WAITING, token)
  } catch {
    // Without storage, a refused citizen signs in the old way once more.
  }
}

/** The kept token, once. It is removed in every case, so that it is never in storage while the page is used. */
export function takeOldToken(): string | null {
  try {
    const token = sessionStorage.getItem(WAITING)
    sessionStorage.removeItem(WAITING)
    return token
  } catch {
    return null
  }
}

/** Why two accounts are not connected: the central account has a parking account, or the old account is connected. */
export type RefusedConnection = 'central-account-taken' | 'old-account-taken' | 'unknown'

/** What the citizen reads about each cause. */
export const REFUSED_CONNECTION: Readonly<Record<RefusedConnection, string>> = {
  'central-account-taken':
    'Your central account already has another parking account, so this old account cannot be connected to it. Nothing was changed, and you are still signed in to the old account. To use the other one, sign in with your central account.',
  'old-account-taken':
    'Your old sign-in has ended, most likely because this account was connected to a central account in the meantime. Nothing was changed now. Sign in with that central account.',
  unknown:
    'These two accounts cannot be connected. Nothing was changed. Sign in with your central account to see which parking account it has.',
}

/**
 * Finds the cause of a refused connection. A connected account accepts no old token, so a token that still works says that the
 * central account is taken. That tells citizens only about accounts that they have signed in to themselves.
 */
export async function causeOfRefusal(
  sso: Parameters<typeof apiFor>[0],
  oldToken: string | null,
): Promise<RefusedConnection> {
  if (oldToken === null) return 'unknown'
  try {
    await apiFor(sso, oldToken).get('/api/v1/me/')
    return 'central-account-taken'
  } catch (error) {
    return error instanceof ApiProblem && error.status === 401 ? 'old-account-taken' : 'unknown'
  }
}
