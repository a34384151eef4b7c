/**
 * Time, randomness, secrets, bytes, addresses and logging. Nothing here knows about sign-ins. It needs only WebCrypto,
 * so it runs on every platform that has Request and Response; on Node it uses the faster crypto module.
 */
export {
  type Address,
  contains,
  isMostlyStrangers,
  isPrivateAddress,
  type Network,
  readAddress,
  readHop,
  readNetwork,
  visitorOf,
} from './address.ts'
export { isOnBlockedPort } from './blocked-port.ts'
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
export { type AesGcm, createAesGcm, hmacBase64Url, sha256Base64Url } from './crypto.ts'
export { errorMessage } from './error-message.ts'
export type { LogFields, Logger, LogLevel } from './logger.ts'
export type { Random } from './random.ts'
export { hasRepeatedMembers } from './repeated-members.ts'
export { accepted, type Result, refused } from './result.ts'
export { isSecret, type Secret, secret } from './secret.ts'
export { systemClock } from './system-clock.ts'
export { systemLogger } from './system-logger.ts'
export { systemRandom } from './system-random.ts'
export { type AnyHeaders, headerValue, isJsonObject } from './untrusted-values.ts'
export { htmlTag, type VisitorLanguage, visitorLanguage } from './visitor-language.ts'
