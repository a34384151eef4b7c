import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import { type Random, randomLettersAndDigits } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret, sha256 } from '../platform/secret.ts'

/** A secret of a client as stored: only its hash. */
export interface ClientSecret {
  readonly secretId: string
  /** The operator's name for it; `''` for none. */
  readonly label: string
  /** SHA-256. The secret is random enough to need no slow hash. */
  readonly secretHash: Buffer
  readonly createdAt: UnixSeconds
  /** When it expires; null where it is valid until it is retired, and `RETIRED` from then on. */
  readonly expiresAt: UnixSeconds | null
  /** Exact to about a minute; null where it was never used. */
  readonly lastUsedAt: UnixSeconds | null
  /** When somebody last came with it after its end, exact to about an hour; null where nobody did. */
  readonly refusedAt: UnixSeconds | null
}

/** A new secret. Its value is shown only now. */
export interface AddedSecret {
  readonly secretId: string
  readonly clientSecret: Secret
}

/** The last use of a secret is noted once in this time, by each process. */
export const LAST_USED_SECONDS = 60

/** The most valid secrets of one client. More than one, so that a new secret can replace another without a gap. */
export const MOST_LIVE_SECRETS = 5

const SECRET_ID_LENGTH = 8

/** Letters and digits of a client secret: 285 bits. */
const SECRET_LENGTH = 48

/**
 * The end of a retired secret: every clock is later. The machine that retires a secret and the one that refuses it may have different times, and a secret that
 * somebody has found must not go on for as long as they differ. The event says when it was retired.
 */
export const RETIRED = EPOCH

/** Whether an operator has retired a secret. */
export function isRetired({ expiresAt }: Pick<ClientSecret, 'expiresAt'>): boolean {
  return expiresAt === RETIRED
}

/** Whether a secret has not ended. */
export function isLive({ expiresAt }: Pick<ClientSecret, 'expiresAt'>, now: UnixSeconds): boolean {
  return expiresAt === null || expiresAt > now
}

/**
 * The characters of a secret that is handed in: every encoding of HTTP Basic credentials gives the same text. Its length leaves no doubt that it was
 * made at random: SHA-256 of a word that a person chose could be guessed.
 */
const HANDED = /^[A-Za-z0-9._-]{40,200}$/

/** A random text of forty characters has more different ones, also one of hexadecimal digits. */
const FEWEST_DIFFERENT = 10

/** A text that is a shorter one again and again. */
const REPEATED = /^(.+?)\1+.{0,3}$/

/** Whether a secret from elsewhere may be no random one. */
export function isWeakSecret(value: Secret): boolean {
  const text = value.reveal()
  return !HANDED.test(text) || new Set(text).size < FEWEST_DIFFERENT || REPEATED.test(text)
}

/** Reads a secret from elsewhere. It is refused where it may be no random one. */
export function readHandedSecret(
  random: Random,
  value: Secret,
): Result<Pick<AddedSecret, 'secretId'> & Pick<ClientSecret, 'secretHash'>, 'weak-secret'> {
  if (isWeakSecret(value)) return refused('weak-secret')
  const secretId = randomLettersAndDigits(random, SECRET_ID_LENGTH)
  return accepted({ secretId, secretHash: sha256(value.reveal()) })
}

/** Makes a secret of letters and digits, so that every encoding of HTTP Basic credentials gives the same text. */
export function mintClientSecret(random: Random): AddedSecret & Pick<ClientSecret, 'secretHash'> {
  const value = randomLettersAndDigits(random, SECRET_LENGTH)
  const secretId = randomLettersAndDigits(random, SECRET_ID_LENGTH)
  return { secretId, clientSecret: new Secret(value), secretHash: sha256(value) }
}
