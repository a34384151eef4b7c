import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter of a removal that waits. */
export const REMOVAL_FINDINGS = {
  'app-removal-waits': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
