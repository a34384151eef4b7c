import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { appendEvent, type OrderedByOperator, systemOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { sha256 } from '../platform/secret.ts'
import { type StoredSigningKey, sealingContext, signsAfter, stagesOf } from './signing-key.ts'
import {
  deleteSigningKeys,
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  withdrawOtherKeys,
} from './signing-key-store.ts'

const MODULUS_BITS = 2048

/** Makes the first key where there is none. Of two processes that start at the same time, one makes it. */
export async function ensureSigningKey(
  needs: Pick<Foundation, 'db' | 'clock' | 'random' | 'keyring'>,
): Promise<void> {
  if ((await findSigningKeys(needs.db)).length > 0) return
  const key = await makeKey(needs, needs.clock.now())
  await needs.db.transaction(async (tx) => {
    await lockSigningKeys(tx)
    if ((await findSigningKeys(tx)).length > 0) return
    await insertSigningKey(tx, key)
    await appendEvent(
      { ...needs, db: tx },
      { name: 'signing-key-made', origin: systemOrigin, details: { kid: key.kid } },
    )
  })
}

/**
 * Makes a new key. Scheduled: the new key is announced first, and the old key stays published while anything that it
 * signed may be valid. Emergency: the new key signs at once and all others are withdrawn at once. What a stolen key
 * signs is refused as soon as programs read the key set again.
 */
export async function rotateSigningKeys(
  needs: Pick<Foundation, 'db' | 'clock' | 'random' | 'keyring'> & OrderedByOperator,
  kind: 'scheduled' | 'emergency',
): Promise<string> {
  const now = needs.clock.now()
  const key = await makeKey(needs, now)
  await needs.db.transaction(async (tx) => {
    await lockSigningKeys(tx)
    await removeWithdrawn(tx, now)
    const signsFrom = kind === 'emergency' ? now : signsAfter(await findSigningKeys(tx), now)
    await insertSigningKey(tx, { ...key, signsFrom })
    if (kind === 'emergency') await withdrawOtherKeys(tx, key.kid, now)
    await appendEvent(
      { ...needs, db: tx },
      { name: 'signing-keys-rotated', origin: needs.by, details: { kid: key.kid, kind } },
    )
  })
  return key.kid
}

async function removeWithdrawn(tx: Database, now: UnixSeconds): Promise<void> {
  const stages = stagesOf(await findSigningKeys(tx), now)
  await deleteSigningKeys(
    tx,
    [...stages].filter(([, stage]) => stage.stage === 'withdrawn').map(([kid]) => kid),
  )
}

async function makeKey(
  needs: Pick<Foundation, 'db' | 'clock' | 'random' | 'keyring'>,
  signsFrom: UnixSeconds,
): Promise<StoredSigningKey> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' })
  const kid = thumbprint(n, e)
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' })
  return {
    kid,
    publicJwk: { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e },
    sealedPrivate: needs.keyring.seal(pkcs8, sealingContext(kid)),
    createdAt: needs.clock.now(),
    signsFrom,
    publishedUntil: null,
  }
}

/** The key id: the thumbprint of the public key (RFC 7638 section 3), whose members have this order. */
function thumbprint(n: string, e: string): string {
  return sha256(JSON.stringify({ e, kty: 'RSA', n })).toString('base64url')
}
