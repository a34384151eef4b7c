/**
 * What a good password is, and how it is kept. A password is 15 to 256 characters, not on the list that attackers try
 * first, not what their rules make of it, of a keyboard or of an alphabet, and not made of the citizen's own name or
 * address or of the names that stand on the page; there are no rules of composition (NIST SP 800-63B-4 section 3.1.1.2).
 * It is looked at when it is chosen, never when somebody signs in. It is kept as Argon2id, hashed in a short queue so that a flood of passwords slows nothing else down.
 * Where the hash rests, and whose it is, is the affair of `citizens`.
 */
export { checkNewPassword, type NewPasswordNeeds, type PasswordProblem } from './check-new-password.ts'
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type Verdict,
} from './hasher.ts'
export { hashingPlaces } from './hashing-places.ts'
