/**
 * What a good password is, and how it is stored. A password has 15 to 256 characters. It is not on the list that
 * attackers try first, nor what their rules make of that list, of a keyboard or of an alphabet. It does not consist of
 * the citizen's own name or address, or of the names on the page. There are no rules of composition (NIST SP 800-63B-4
 * section 3.1.1.2), but no end of it may be invisible. A password is checked when it is set, never at a sign-in, and how
 * often is limited. It is stored as an Argon2id hash. A short
 * queue limits the hashing, and a process of lower priority does it, so that many passwords at once slow nothing else down.
 * `citizens` stores the hash.
 */

export type { Argon2 } from './argon2.ts'
export {
  checkNewPassword,
  findPlainProblem,
  type NewPasswordNeeds,
  type NewPasswordRefusal,
  type PasswordProblem,
} from './check-new-password.ts'
export type { Place } from './hash-queue.ts'
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type Verdict,
} from './hasher.ts'
export { hashingPlaces } from './hashing-places.ts'
export { type HashingProcess, openHashingProcess } from './open-hashing-process.ts'
export { PASSWORDS } from './room.ts'
export { serveHashing } from './serve-hashing.ts'
