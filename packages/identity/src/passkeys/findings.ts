import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. */
export const PASSKEY_FINDINGS = {
  'has-passkeys': { weight: 'tells', to: 'owner' },
} as const satisfies FindingKinds
