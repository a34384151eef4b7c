import { constantTimeEqual, sha256 } from '../platform/secret.ts'
import type { Citizen } from './citizen.ts'

/** What an account was like when something began that ends with any change of it. */
export interface AccountMark {
  readonly securityVersion: number
  /** A hash of the stored hash of the password and of the address. */
  readonly passwordMark: Buffer
}

/** The mark of an account as it is. */
export function markOf({ securityVersion, passwordHash, email }: Citizen): AccountMark {
  return { securityVersion, passwordMark: sha256(`password ${passwordHash} address ${email}`) }
}

/** Whether an account is active, and has the password, the address and the security version that it had then. */
export function isUnchanged(citizen: Citizen, mark: AccountMark): boolean {
  const current = markOf(citizen)
  if (citizen.standing !== 'active' || current.securityVersion !== mark.securityVersion) return false
  return constantTimeEqual(current.passwordMark, mark.passwordMark)
}
