import type { SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { type Citizen, readLabel } from '../citizens/index.ts'
import { recentSince } from '../factors/index.ts'
import { postNews } from '../mail/index.ts'
import { actSignedIn } from '../moments/index.ts'
import { uuidFromBytes } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import { type Secret, sha256 } from '../platform/secret.ts'
import type { ChangeOrigin, ChangeProofsNeeds } from '../sign-in/index.ts'
import { type Authenticator, MOST_AUTHENTICATORS, sealSecret } from './authenticator.ts'
import { insertAuthenticator, selectAuthenticators } from './authenticator-store.ts'
import { forgetFormerCodesUntil } from './former-codes-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { replaceRecoveryCodes } from './make-recovery-codes.ts'
import { isPasswordAlone } from './may-change.ts'
import { readTimeCode, stepOfCode } from './time-code.ts'

/** A new app: its name, the secret that it was shown, and a code that it made of it. */
export interface NewAuthenticator extends ChangeOrigin {
  readonly name: string
  readonly secret: Buffer
  readonly code: string
}

/** Why an app was not added. */
export type AddRefusal = 'bad-name' | 'wrong-code' | 'known' | 'too-many' | 'signed-out' | Wait

const UUID_BYTES = 16

/**
 * Adds an app to the account of a signed-in citizen, once it has made a code. The code counts as used. Only who proved recently
 * who they are gets a secret, so the secret is the proof. The first app brings recovery codes, which are returned once.
 */
export async function addAuthenticator(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  added: NewAuthenticator,
): Promise<Result<readonly Secret[], AddRefusal>> {
  const name = readLabel(added.name)
  if (!name.ok) return name
  const code = readTimeCode(added.code)
  const step = code && stepOfCode(added.secret, code, needs.clock.now())
  if (!step) return refused('wrong-code')
  const limit = await needs.limits.spend('app-change-per-citizen', signedIn.citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  return actSignedIn(needs, signedIn, (inTransaction, locked) =>
    store(inTransaction, locked, { ...added, name: name.value, step }),
  )
}

async function store(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { name, secret, step, origin }: NewAuthenticator & { readonly step: number },
): Promise<Result<readonly Secret[], AddRefusal>> {
  const { citizen } = signedIn
  const { db, clock, keyring } = needs
  const { citizenId } = citizen
  const known = await selectAuthenticators(db, citizenId)
  if (known.length >= MOST_AUTHENTICATORS) return refused('too-many')
  // The form may be older than the first app. With it, the password alone is not enough any more.
  if (isPasswordAlone(signedIn, { hasApp: known.length > 0 })) return refused('signed-out')
  // The same form sent twice names the same app.
  const key = { citizenId, authenticatorId: uuidFromBytes(sha256(secret).subarray(0, UUID_BYTES)) }
  const sealedSecret = sealSecret(keyring, key, secret)
  const createdAt = clock.now()
  const trustedSince = signedIn.session.trustedSince ?? createdAt
  const row = { ...key, sealedSecret, name, lastStep: step, createdAt, trustedSince }
  if (!(await insertAuthenticator(db, row))) return refused('known')
  const { sessionId } = signedIn.session
  await appendEvent(needs, { name: 'authenticator-added', origin, citizenId, sessionId })
  await postNews(needs, citizen, CODE_LETTERS.added, { at: createdAt })
  if (known.length > 0) return accepted([])
  await forgetFormerCodesUntil(db, citizenId, recentSince(createdAt))
  return accepted(await firstCodes(needs, citizen, { sessionId, origin, trustedSince }))
}

async function firstCodes(
  needs: ChangeProofsNeeds,
  citizen: Citizen,
  {
    sessionId,
    origin,
    trustedSince,
  }: ChangeOrigin & Pick<Authenticator, 'trustedSince'> & { sessionId: string },
): Promise<readonly Secret[]> {
  const { citizenId } = citizen
  await appendEvent(needs, { name: 'recovery-codes-made', origin, citizenId, sessionId })
  return replaceRecoveryCodes(needs, citizen, trustedSince)
}
