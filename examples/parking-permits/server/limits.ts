import { createHash } from 'node:crypto'
import type { SsoStore, ThrottleRule } from '@portico/program'
import type { Clock } from './platform/system-clock.ts'

const MINUTE = 60_000

/** The limits, by name. */
const RULES = {
  /** Per network address, because each try costs a hash. */
  'password-form': { limit: 120, windowMs: MINUTE },
  /** Per address and network address together, so that an attacker cannot lock a citizen out. */
  guessing: { limit: 10, windowMs: 5 * MINUTE },
  /** Per account. */
  applying: { limit: 30, windowMs: 60 * MINUTE },
} satisfies Record<string, ThrottleRule>

/** Counts requests, for all processes of the program together. */
export interface Limits {
  /** Counts one request. Returns null, or the seconds to wait if the limit is exceeded. */
  exceeded(name: keyof typeof RULES, subject: string): Promise<number | null>
}

/** Makes the limits. They use the throttles of the central sign-in's store, which gets only a hash of the subject. */
export function createLimits(store: Pick<SsoStore<never>, 'hit'>, clock: Clock): Limits {
  return {
    async exceeded(name, subject) {
      const hash = createHash('sha256').update(subject).digest('hex')
      const hit = await store.hit(`permits ${name} ${hash}`, RULES[name], clock.now())
      return hit.allowed ? null : Math.max(1, Math.ceil(hit.retryAfterMs / 1000))
    },
  }
}
