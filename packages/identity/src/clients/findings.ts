import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const PROGRAM_FINDINGS = {
  'program-disabled': { weight: 'stops', to: 'anybody' },
  'program-without-secret': { weight: 'stops', to: 'anybody' },
  'program-secret-refused': { weight: 'stops', to: 'anybody' },
  'program-secret-never-right': { weight: 'stops', to: 'anybody' },
  'program-secret-wrong': { weight: 'slows', to: 'anybody' },
  'program-secret-used': { weight: 'tells', to: 'anybody' },
} as const satisfies FindingKinds
