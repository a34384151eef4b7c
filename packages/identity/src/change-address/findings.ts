import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const CHANGE_FINDINGS = {
  'address-change-waits': { weight: 'waits', to: 'owner' },
  /** The account goes on with the address that it has. */
  'address-link-waits': { weight: 'tells', to: 'owner' },
  /** Of an address that no account has. Whoever asks for it is told nothing of the account that will have it. */
  'new-address-link-waits': { weight: 'stops', to: 'owner' },
  'new-address-link-expired': { weight: 'stops', to: 'owner' },
  'new-address-waits': { weight: 'stops', to: 'owner' },
  /** Whoever gave the new address is not kept out by it: there it only waits. */
  'address-changed': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
