import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const REMOVAL_FINDINGS = {
  'app-removal-waits': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
