import type { UnixSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { sha256 } from '../platform/secret.ts'

/**
 * What a row of the chain is about. `begun`: the first one of a chain. `live`: events in the order of their transactions. `walked`: events that are
 * older than the chain. `let-go`: events of this day are deleted from now on, because their time is over.
 */
export type SealKind = 'begun' | 'live' | 'walked' | 'let-go'

/** How far a chain has come. */
export interface SealProgress {
  /** Where the chain is at home: another server, or tables that were made again, have another history. */
  readonly history: string
  /** The chain began at this number of a transaction. */
  readonly begunBelow: number
  /** Every transaction below this number is sealed, if the chain had begun. */
  readonly sealedBelow: number
  /** Up to where the events of before are sealed: ISO 8601 with microseconds. Null where all are. */
  readonly walkedAt: string | null
  readonly walkedId: string | null
}

/** What a seal says. */
export interface SealWords extends SealProgress {
  readonly number: number
  readonly chain: string
  readonly kind: SealKind
  /** The day (UTC) of its events. */
  readonly day: string
  readonly events: number
  /** SHA-256 of the ids. */
  readonly idsHash: Buffer
  readonly digest: Buffer
  readonly firstAt: UnixSeconds | null
  readonly lastAt: UnixSeconds | null
  /** The last seals of other chains, where this one begins: lines of a number, a chain and a hash. */
  readonly heads: string
  readonly sealedAt: UnixSeconds
}

/** A seal in its chain. */
export interface Seal extends SealWords {
  readonly hash: Buffer
  readonly mac: Buffer
}

/** The seal before another one. Undefined where a chain begins. */
export type SealBefore = Pick<Seal, 'hash' | 'mac'> | undefined

/** The hash of a seal. With the hash before, it is one of the whole chain up to here. */
export function hashOf(words: SealWords, before: SealBefore): Buffer {
  const { number, chain, kind, day, events, idsHash, digest, firstAt, lastAt, heads, sealedAt } = words
  const { history, begunBelow, sealedBelow, walkedAt, walkedId } = words
  const said = [
    number,
    chain,
    kind,
    day,
    events,
    idsHash.toString('hex'),
    digest.toString('hex'),
    firstAt,
    lastAt,
  ]
  const reached = [history, begunBelow, sealedBelow, walkedAt, walkedId, heads, sealedAt]
  const chained = [before?.hash.toString('hex') ?? '', before?.mac.toString('hex') ?? '']
  return sha256(JSON.stringify(['portico audit seal 1', ...said, ...reached, ...chained]))
}

/** What the secret key signs: who has only the database cannot make it. */
export function signHash(keyring: Pick<Keyring, 'sign'>, hash: Buffer): Buffer {
  return keyring.sign(signedWords(hash))
}

/** Whether a key of this service has signed the seal. */
export function isGenuine(
  keyring: Pick<Keyring, 'isSigned'>,
  { hash, mac }: Pick<Seal, 'hash' | 'mac'>,
): boolean {
  return keyring.isSigned(signedWords(hash), mac)
}

function signedWords(hash: Buffer): string {
  return `audit seal ${hash.toString('hex')}`
}

const UUID_BYTES = 16

/** How many ids there are. */
export function countIds(bytes: Buffer): number {
  return bytes.length / UUID_BYTES
}

/** The ids as the table has them, one after the other. */
export function idsOf(bytes: Buffer): readonly string[] {
  return Array.from({ length: countIds(bytes) }, (_, index) =>
    bytes.toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES),
  )
}

/** Pieces of at most so many ids. */
export function piecesOf(bytes: Buffer, most: number): readonly Buffer[] {
  const size = most * UUID_BYTES
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}
