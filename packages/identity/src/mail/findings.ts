import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const MAIL_FINDINGS = {
  'mail-waits': { weight: 'stops', to: 'anybody' },
} as const satisfies FindingKinds
