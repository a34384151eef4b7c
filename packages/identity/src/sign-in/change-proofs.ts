import type { AuditOrigin } from '../audit/index.ts'
import type { LetterNeeds, WakesMail } from '../mail/index.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import type { MayAskForCode } from './second-factor-entry.ts'

/** Everything that a change of what signs in beside the password uses: of passkeys, apps and codes. */
export interface ChangeProofsNeeds extends LetterNeeds, WakesMail, MayAskForCode, SpendsLimits {}

/** From where a citizen makes the change. */
export interface ChangeOrigin {
  readonly origin: AuditOrigin
}
