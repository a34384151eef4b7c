import type { AuditOrigin } from '../audit/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import type { MayAskForCode } from '../sign-in/index.ts'

/** Everything that a change of the passkeys uses. */
export interface ChangeNeeds extends PostNeeds, MayAskForCode {
  readonly baseUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
  readonly mail: { wake(): void }
}

/** Who changes a passkey, and from where. */
export interface ChangeOrigin {
  readonly origin: AuditOrigin
}
