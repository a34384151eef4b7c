import type { SignedIn } from '../access/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Authenticator, MOST_AUTHENTICATORS } from './authenticator.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { mayChange } from './may-change.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'

/** An app as its citizen sees it. */
export interface ListedApp extends Pick<Authenticator, 'name' | 'createdAt' | 'lastUsedAt'> {
  readonly id: string
}

/** The codes of a signed-in citizen, and whether this session may change them now. */
export interface OwnCodes {
  readonly apps: readonly ListedApp[]
  readonly isFull: boolean
  readonly recoveryCodesLeft: number
  readonly mayChange: boolean
}

/** Lists the codes of a signed-in citizen. */
export async function listCodes(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  signedIn: SignedIn,
): Promise<OwnCodes> {
  const { citizenId } = signedIn.citizen
  const apps = await selectAuthenticators(db, citizenId)
  return {
    apps: apps.map(({ authenticatorId, name, createdAt, lastUsedAt }) => ({
      id: authenticatorId,
      name,
      createdAt,
      lastUsedAt,
    })),
    isFull: apps.length >= MOST_AUTHENTICATORS,
    recoveryCodesLeft: await countRecoveryCodes(db, citizenId),
    mayChange: mayChange(signedIn, clock.now(), { hasApp: apps.length > 0 }),
  }
}
