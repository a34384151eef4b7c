import type { Random } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'
import { plainCode } from '../platform/typed-code.ts'

/** How many recovery codes a citizen gets. */
export const RECOVERY_CODES = 10

/** Letters and digits that nobody confuses: no I, L, O and U (Crockford's base32). 32 of them, so each byte is fair. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = 4
const FORM_OF_A_CODE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`)

/** Makes one recovery code: 80 random bits in four groups. So much cannot be guessed, and its SHA-256 can be stored. */
export function newRecoveryCode(random: Random): Secret {
  const signs = [...random.bytes(LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return new Secret(signs.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? signs)
}

/** Reads a typed recovery code, in either case, as `plainCode` takes it. Nothing for any other text. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = plainCode(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return FORM_OF_A_CODE.test(code) ? code : undefined
}

/** The stored hash of a recovery code, which is of this citizen alone. */
export function recoveryCodeHash(citizenId: string, code: string): Buffer {
  return sha256(`recovery code ${citizenId} ${code}`)
}
