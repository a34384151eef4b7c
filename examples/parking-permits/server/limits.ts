import { createHash } from 'node:crypto'
import type { SsoStore, ThrottleRule } from '@portico/program'
import type { Clock } from './platform/system-clock.ts'

const MINUTE = 60_000

/** The limits, by what they count. */
const RULES = {
  /** Per network address: each try costs a hash. */
  'password-form': { limit: 120, windowMs: MINUTE },
  /** Per login name and network address together, so that nobody can lock somebody else out. */
  guessing: { limit: 10, windowMs: 5 * MINUTE },
  /** Per account. */
  applying: { limit: 30, windowMs: 60 * MINUTE },
} satisfies Record<string, ThrottleRule>

/** Counts, over all processes of the program. */
export interface Limits {
  /** Null where it may be done once more, else the seconds to wait. */
  exceeded(what: keyof typeof RULES, who: string): Promise<number | null>
}

/** Counts where the central sign-in counts already: in the store, which keeps the hash of `who` alone. */
export function createLimits(store: Pick<SsoStore<never>, 'hit'>, clock: Clock): Limits {
  return {
    async exceeded(what, who) {
      const counted = createHash('sha256').update(who).digest('hex')
      const hit = await store.hit(`permits ${what} ${counted}`, RULES[what], clock.now())
      return hit.allowed ? null : Math.max(1, Math.ceil(hit.retryAfterMs / 1000))
    },
  }
}
