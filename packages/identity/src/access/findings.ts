import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const ACCESS_FINDINGS = {
  'program-disabled': { weight: 'slows', to: 'owner' },
  'signed-in': { weight: 'tells', to: 'owner' },
  'signed-in-nowhere': { weight: 'tells', to: 'owner' },
} as const satisfies FindingKinds
