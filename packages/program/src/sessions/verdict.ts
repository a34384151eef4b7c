import type { CentralRefusal } from '../central/index.ts'
import { RETRY_AFTER_SECONDS, type UnavailableCode } from '../program-sso.ts'
import type { Service } from '../service.ts'
import type { Look } from './look.ts'

/** Whether a session may go on; `unavailable` has ended nothing. */
export type Verdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unavailable'; readonly code: UnavailableCode; readonly retryAfterSeconds: number }

/** What one check gave: an answer that may be too old for who asks now, or nothing, because another worker took over. */
export type Checked =
  | { readonly kind: 'valid'; readonly look: Look }
  | { readonly kind: 'overtaken' }
  | Exclude<Verdict, { readonly kind: 'valid' }>

/** What checking uses. */
export type CentralCheckNeeds = Pick<
  Service,
  'store' | 'central' | 'clock' | 'random' | 'keyring' | 'settings' | 'emit' | 'log' | 'inBackground'
>

/** The verdict that ends nothing. */
export function unavailable(
  service: CentralCheckNeeds,
  refusal: CentralRefusal,
): Exclude<Verdict, { readonly kind: 'valid' }> {
  const code = refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
  service.log.log(code === 'misconfigured' ? 'error' : 'warn', 'central_check_failed', {
    code,
    reason: refusal.reason,
  })
  return { kind: 'unavailable', code, retryAfterSeconds: refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS }
}
