import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const CHANGE_FINDINGS = {
  'address-change-waits': { weight: 'waits', to: 'owner' },
  /** Whoever gave the new address is not kept out by it: there it only waits. */
  'address-changed': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
