import type { FindingKinds } from '../platform/room/explains.ts'

/** What the room tells a supporter. Without an account there is nothing to give away. */
export const LINK_FINDINGS = {
  'registration-mail-refused': { weight: 'stops', to: 'anybody' },
  'registration-mail-put-off': { weight: 'stops', to: 'anybody' },
  'registration-link-expired': { weight: 'stops', to: 'anybody' },
  'registration-link-waits': { weight: 'stops', to: 'anybody' },
  'recovery-mail-refused': { weight: 'slows', to: 'owner' },
  'recovery-mail-put-off': { weight: 'slows', to: 'owner' },
  'recovery-link-expired': { weight: 'waits', to: 'owner' },
  'recovery-link-waits': { weight: 'waits', to: 'owner' },
  'browser-mail-refused': { weight: 'slows', to: 'owner' },
  'browser-mail-put-off': { weight: 'slows', to: 'owner' },
  'browser-link-expired': { weight: 'waits', to: 'owner' },
  'browser-link-waits': { weight: 'waits', to: 'owner' },
  'verification-mail-refused': { weight: 'slows', to: 'owner' },
  'verification-mail-put-off': { weight: 'slows', to: 'owner' },
  'verification-link-expired': { weight: 'waits', to: 'owner' },
  'verification-link-waits': { weight: 'waits', to: 'owner' },
  'limit-register-per-email': { weight: 'slows', to: 'anybody' },
  'limit-recover-per-email': { weight: 'slows', to: 'anybody' },
  'limit-browser-link-per-email': { weight: 'slows', to: 'anybody' },
  'limit-code-per-email': { weight: 'slows', to: 'anybody' },
} as const satisfies FindingKinds
