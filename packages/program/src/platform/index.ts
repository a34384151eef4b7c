/**
 * The ground that the rest stands on: time, randomness, secrets, bytes and logging, all handed in and none ambient.
 * Nothing here knows about signing in. WebCrypto only, so it runs wherever Request and Response do.
 */
export {
  type Address,
  holds,
  isPrivateAddress,
  type Network,
  readAddress,
  readHop,
  readNetwork,
  visitorOf,
} from './address.ts'
export { type AesGcm, createAesGcm } from './aes-gcm.ts'
export {
  BASE64URL_256_BITS,
  type Bytes,
  base64ToBytes,
  bytesToBase64Url,
  bytesToText,
  joinedBytes,
  textToBytes,
} from './bytes.ts'
export { asDate, type Clock } from './clock.ts'
export { hmacBase64Url, sha256Base64Url } from './digest.ts'
export { errorWords } from './error-words.ts'
export { isJsonObject } from './json-object.ts'
export type { LogFields, Logger, LogLevel } from './logger.ts'
export type { Random } from './random.ts'
export { hasRepeatedMembers } from './repeated-members.ts'
export { accepted, type Result, refused } from './result.ts'
export { isSecret, type Secret, secret } from './secret.ts'
export { systemClock } from './system-clock.ts'
export { systemLogger } from './system-logger.ts'
export { systemRandom } from './system-random.ts'
