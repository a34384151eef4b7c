import type { FindingKinds } from '../platform/room/explains.ts'

/** What failed last, by the reason that the event has, and that an operator ended all access. */
export const RECENT_FINDINGS = {
  'last-failed-wrong-password': { weight: 'slows', to: 'owner' },
  'last-failed-unreadable-hash': { weight: 'stops', to: 'owner' },
  'last-failed-wrong-code': { weight: 'slows', to: 'owner' },
  'last-failed-replayed-code': { weight: 'slows', to: 'owner' },
  'last-failed-wrong-recovery-code': { weight: 'slows', to: 'owner' },
  'signed-out-by-operator': { weight: 'waits', to: 'owner' },
} as const satisfies FindingKinds
