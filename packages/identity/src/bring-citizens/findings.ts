import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const MOVED_FINDINGS = {
  'account-moved': { weight: 'tells', to: 'owner' },
} as const satisfies FindingKinds
