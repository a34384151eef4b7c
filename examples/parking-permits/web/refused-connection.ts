import { ApiProblem, apiFor } from './api.ts'
import type { words } from './words.ts'

const WAITING = 'permits.connecting'

/** Keeps the old token in this tab while the citizen connects the account at the central service, or changes the language. */
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
type RefusedConnection = keyof typeof words.refusedConnection

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
