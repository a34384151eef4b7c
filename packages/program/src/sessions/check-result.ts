import type { CentralRefusal } from '../central/index.ts'
import { pageOfCode } from '../error-page.ts'
import { RETRY_AFTER_SECONDS, type UnavailableCode } from '../program-sso.ts'
import type { Service } from '../service.ts'
import type { CheckTimes } from './coverage.ts'

/** The result of a central check. `unavailable` ends nothing. `checkedAt` is the store's time of the check that counts. */
export type CheckResult =
  | { readonly kind: 'valid'; readonly checkedAt: Date }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unavailable'; readonly code: UnavailableCode; readonly retryAfterSeconds: number }

/**
 * The result of one try. `valid` may still be too old for the request that waits. `overtaken`: another worker has taken
 * over.
 */
export type Checked =
  | { readonly kind: 'valid'; readonly times: CheckTimes }
  | { readonly kind: 'overtaken' }
  | Exclude<CheckResult, { readonly kind: 'valid' }>

/** What a central check is handed. */
export type CentralCheckNeeds = Pick<
  Service,
  'store' | 'central' | 'clock' | 'random' | 'keyring' | 'settings' | 'emit' | 'log' | 'inBackground'
>

/** Logs why a check failed, and makes its result. */
export function unavailable(
  service: CentralCheckNeeds,
  refusal: CentralRefusal,
): Exclude<CheckResult, { readonly kind: 'valid' }> {
  const code = refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
  service.log.log(code === 'misconfigured' ? 'error' : 'warn', 'central_check_failed', {
    ...{ code, reason: refusal.reason },
    page: pageOfCode(code),
  })
  return { kind: 'unavailable', code, retryAfterSeconds: refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS }
}
