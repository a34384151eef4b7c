import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const GUESS_FINDINGS = {
  'closed-to-new-browsers': { weight: 'stops', to: 'anybody' },
  /** Where the caller may be somebody else than who waits, it only slows. */
  'waits-after-wrong-passwords': { weight: 'stops', to: 'owner' },
  'browsers-out-of-tries': { weight: 'slows', to: 'owner' },
  'many-guess-at-it': { weight: 'slows', to: 'owner' },
} as const satisfies FindingKinds
