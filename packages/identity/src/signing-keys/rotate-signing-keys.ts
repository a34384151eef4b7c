import type { KeyObject } from 'node:crypto'
import { type AuditOrigin, appendEvent, type OrderedByOperator, systemOrigin } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { KeyToken } from '../platform/key-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { clockNotAhead } from '../platform/postgres/database-clock.ts'
import type { MakeKeyPair } from '../platform/random.ts'
import { sha256 } from '../platform/secret.ts'
import { openSigningKey, requireToken } from './open-key.ts'
import { type StoredSigningKey, sealingContext, signsAfter, stagesOf } from './signing-key.ts'
import {
  deleteSigningKeys,
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  withdrawOtherKeys,
} from './signing-key-store.ts'

const DAY_SECONDS = 86_400

/** Everything that makes and opens keys. */
export type KeyNeeds = Pick<Foundation, 'db' | 'clock' | 'random' | 'makeKeyPair' | 'keyring' | 'keyToken'>

/** Makes the first key where there is none. Of two processes that start at the same time, one makes it. */
export async function ensureSigningKey(needs: KeyNeeds): Promise<void> {
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
  needs: KeyNeeds & OrderedByOperator,
  kind: 'scheduled' | 'emergency',
): Promise<string> {
  const now = needs.clock.now()
  const key = await makeKey(needs, now)
  await needs.db.transaction(async (tx) => {
    await lockSigningKeys(tx)
    await storeRotation({ ...needs, db: tx }, { key, kind, now, origin: needs.by })
  })
  return key.kid
}

/**
 * Rotates as scheduled where the newest key is this old, and returns the new kid. Of several processes one does it. Both clocks have to say so, that of this
 * process and that of the database, so a clock that is ahead makes no key. While a rotation is under way, nothing is due. A process that cannot open
 * a key throws UnreadableSigningKey: what it would seal, the others could not open, and what is in a token is not followed by a key in the database.
 */
export async function rotateWhenDue(needs: KeyNeeds, days: number): Promise<string | undefined> {
  const clock = await clockNotAhead(needs)
  const now = clock.now()
  const keys = await findSigningKeys(needs.db)
  if (!isRotationDue(keys, days, now)) return undefined
  for (const live of keys.filter(isLive)) requireToken(live.kid, openSigningKey(needs.keyring, live), needs)
  const key = await makeKey({ ...needs, clock }, now)
  return needs.db.transaction(async (tx) => {
    await lockSigningKeys(tx)
    if (!isRotationDue(await findSigningKeys(tx), days, now)) return undefined
    await storeRotation({ ...needs, clock, db: tx }, { key, kind: 'scheduled', now, origin: systemOrigin })
    return key.kid
  })
}

/** Whether the newest key is this old, and none is announced or retiring. The first key is made by the start, and not by a schedule. */
export function isRotationDue(keys: readonly StoredSigningKey[], days: number, now: UnixSeconds): boolean {
  const stages = [...stagesOf(keys, now).values()]
  if (stages.some(({ stage }) => stage === 'announced' || stage === 'retiring')) return false
  const live = keys.filter(isLive)
  return live.length > 0 && live.every((key) => plusSeconds(key.createdAt, days * DAY_SECONDS) <= now)
}

function isLive(key: StoredSigningKey): boolean {
  return key.publishedUntil === null
}

interface Rotation {
  readonly key: StoredSigningKey
  readonly kind: 'scheduled' | 'emergency'
  readonly now: UnixSeconds
  readonly origin: AuditOrigin
}

/** Stores the new key in a transaction that has the lock. */
async function storeRotation(needs: KeyNeeds, { key, kind, now, origin }: Rotation): Promise<void> {
  const { db: tx } = needs
  await removeWithdrawn(tx, now)
  const signsFrom = kind === 'emergency' ? now : signsAfter(await findSigningKeys(tx), now)
  await insertSigningKey(tx, { ...key, signsFrom })
  if (kind === 'emergency') await withdrawOtherKeys(tx, key.kid, now)
  await appendEvent(needs, { name: 'signing-keys-rotated', origin, details: { kid: key.kid, kind } })
}

async function removeWithdrawn(tx: Database, now: UnixSeconds): Promise<void> {
  const stages = stagesOf(await findSigningKeys(tx), now)
  await deleteSigningKeys(
    tx,
    [...stages].filter(([, stage]) => stage.stage === 'withdrawn').map(([kid]) => kid),
  )
}

async function makeKey(needs: KeyNeeds, signsFrom: UnixSeconds): Promise<StoredSigningKey> {
  const { publicKey, stored } = await (needs.keyToken
    ? makeInToken(needs.keyToken)
    : makeHere(needs.makeKeyPair))
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const kid = thumbprint(n, e)
  return {
    kid,
    publicJwk: { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e },
    sealedPrivate: needs.keyring.seal(stored, sealingContext(kid)),
    createdAt: needs.clock.now(),
    signsFrom,
    publishedUntil: null,
  }
}

/** A new key pair, and what is stored of its private key. */
interface MadeKey {
  readonly publicKey: KeyObject
  readonly stored: Buffer
}

async function makeHere(makeKeyPair: MakeKeyPair): Promise<MadeKey> {
  const { publicKey, privateKey } = await makeKeyPair()
  return { publicKey, stored: privateKey.export({ type: 'pkcs8', format: 'der' }) }
}

async function makeInToken(token: KeyToken): Promise<MadeKey> {
  const key = await token.makeKey()
  // A key that cannot sign would replace one that can.
  await token.sign(key, 'the first signature of a key')
  return { publicKey: key.publicKey, stored: Buffer.from(key.uri) }
}

/** The key id: the thumbprint of the public key (RFC 7638 section 3), whose members have this order. */
function thumbprint(n: string, e: string): string {
  return sha256(JSON.stringify({ e, kty: 'RSA', n })).toString('base64url')
}
