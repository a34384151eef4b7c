import type { CentralRefusal } from '../central/index.ts'
import { RETRY_AFTER_SECONDS, type UnavailableCode } from '../program-sso.ts'
import type { Service } from '../service.ts'

/** Whether a session may go on; `unavailable` has ended nothing. */
export type Verdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unavailable'; readonly code: UnavailableCode; readonly retryAfterSeconds: number }

/** What checking uses. */
export type CentralCheckNeeds = Pick<
  Service,
  'store' | 'central' | 'clock' | 'keyring' | 'settings' | 'emit' | 'log' | 'inBackground'
>

/** The verdict that ends nothing. */
export function unavailable(service: CentralCheckNeeds, refusal: CentralRefusal): Verdict {
  const code = refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
  service.log.log(code === 'misconfigured' ? 'error' : 'warn', 'central_check_failed', {
    code,
    reason: refusal.reason,
  })
  return { kind: 'unavailable', code, retryAfterSeconds: refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS }
}
