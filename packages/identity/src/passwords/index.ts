/**
 * What a good password is, and how it is kept. A password is 15 to 256 characters, not on the list that attackers try
 * first, and not the citizen's own name or address; there are no rules of composition (NIST SP 800-63B-4 section
 * 3.1.1.2). It is kept as Argon2id, hashed in a short queue so that a flood of passwords slows nothing else down.
 * Where the hash rests, and whose it is, is the affair of `citizens`.
 */
export { checkNewPassword, type PasswordContext, type PasswordProblem } from './check-new-password.ts'
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type Verdict,
} from './hasher.ts'
export { hashingPlaces } from './hashing-places.ts'
