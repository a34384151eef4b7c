import type { Metric } from '../platform/metric.ts'
import type { Room } from '../platform/room/room.ts'
import { PASSWORD_LIMITS } from './limits.ts'
import { PASSWORD_WORDS } from './words/index.ts'

/** How often a password is judged, and what waits to be hashed. */
export const PASSWORDS = {
  words: PASSWORD_WORDS,
  limits: PASSWORD_LIMITS,
  metrics: (service: { readonly passwords: { readonly metrics: readonly Metric[] } }) =>
    service.passwords.metrics,
} satisfies Room
