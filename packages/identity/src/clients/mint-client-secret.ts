import { type Random, randomLettersAndDigits } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'
import { CLIENT_SECRET_LENGTH } from './client.ts'

const SECRET_ID_LENGTH = 8

/** Makes a secret of letters and digits, so that every encoding of HTTP Basic credentials gives the same text. */
export function mintClientSecret(random: Random): {
  readonly value: Secret
  readonly stored: { readonly secretId: string; readonly secretHash: Buffer }
} {
  const value = randomLettersAndDigits(random, CLIENT_SECRET_LENGTH)
  const secretId = randomLettersAndDigits(random, SECRET_ID_LENGTH)
  return { value: new Secret(value), stored: { secretId, secretHash: sha256(value) } }
}
