import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const STANDING_FINDINGS = {
  'account-suspended': { weight: 'stops', to: 'owner' },
  'account-closed': { weight: 'stops', to: 'owner' },
  'address-not-verified': { weight: 'stops', to: 'owner' },
  'no-password': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
