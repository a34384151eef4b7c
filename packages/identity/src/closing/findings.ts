import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const CLOSING_FINDINGS = {
  'closing-waits': { weight: 'waits', to: 'owner' },
} as const satisfies FindingKinds
