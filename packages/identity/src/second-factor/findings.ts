import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const CODE_FINDINGS = {
  'code-asked-for': { weight: 'tells', to: 'owner' },
  'codes-closed-to-new-browsers': { weight: 'stops', to: 'owner' },
} as const satisfies FindingKinds
