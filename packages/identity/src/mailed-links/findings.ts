import type { FindingKinds } from '../platform/room/explains.ts'
import { linkFindings } from '../platform/room/link-findings.ts'

/** What the room tells a supporter. Without an account there is nothing to give away. */
export const LINK_FINDINGS = {
  'registration-mail-refused': { weight: 'stops', to: 'anybody' },
  'registration-mail-put-off': { weight: 'stops', to: 'anybody' },
  'registration-link-expired': { weight: 'stops', to: 'anybody' },
  'registration-link-waits': { weight: 'stops', to: 'anybody' },
  ...linkFindings('recovery'),
  ...linkFindings('browser'),
  ...linkFindings('verification'),
  'limit-register-per-email': { weight: 'slows', to: 'anybody' },
  'limit-recover-per-email': { weight: 'slows', to: 'anybody' },
  'limit-browser-link-per-email': { weight: 'slows', to: 'anybody' },
  'limit-code-per-email': { weight: 'slows', to: 'anybody' },
} as const satisfies FindingKinds

/** Of a link that another room brings. That room lists them by the name of its link. */
export const OTHER_LINK_FINDINGS = linkFindings('other')
