import type { UnixSeconds } from '../platform/clock.ts'
import { type Random, randomLettersAndDigits } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'

/** A secret of a client as stored: only its hash. */
export interface ClientSecret {
  readonly secretId: string
  /** The operator's name for it; `''` for none. */
  readonly label: string
  /** SHA-256. The secret is random enough to need no slow hash. */
  readonly secretHash: Buffer
  readonly createdAt: UnixSeconds
  /** When it expires; null where it is valid until it is retired. */
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

/** The most valid secrets of one client. More than one, so that a new secret can replace another without a gap. */
export const MOST_LIVE_SECRETS = 5

const SECRET_ID_LENGTH = 8

/** Letters and digits of a client secret: 285 bits. */
const SECRET_LENGTH = 48

/** Makes a secret of letters and digits, so that every encoding of HTTP Basic credentials gives the same text. */
export function mintClientSecret(random: Random): AddedSecret & Pick<ClientSecret, 'secretHash'> {
  const value = randomLettersAndDigits(random, SECRET_LENGTH)
  const secretId = randomLettersAndDigits(random, SECRET_ID_LENGTH)
  return { secretId, clientSecret: new Secret(value), secretHash: sha256(value) }
}
