import type { FindingKind, FindingKinds } from '../platform/room/explains.ts'

/** What is told of the links to an account, by their purpose. */
function ofLinks<Purpose extends string>(purpose: Purpose) {
  const kinds = {
    'mail-refused': { weight: 'slows', to: 'owner' },
    'mail-put-off': { weight: 'slows', to: 'owner' },
    'link-expired': { weight: 'waits', to: 'owner' },
    'link-waits': { weight: 'waits', to: 'owner' },
  } as const satisfies FindingKinds
  const named = Object.entries(kinds).map(([name, kind]) => [`${purpose}-${name}`, kind])
  const found: Readonly<Record<`${Purpose}-${keyof typeof kinds}`, FindingKind>> = Object.fromEntries(named)
  return found
}

/** What the room tells a supporter. Without an account there is nothing to give away. */
export const LINK_FINDINGS = {
  'registration-mail-refused': { weight: 'stops', to: 'anybody' },
  'registration-mail-put-off': { weight: 'stops', to: 'anybody' },
  'registration-link-expired': { weight: 'stops', to: 'anybody' },
  'registration-link-waits': { weight: 'stops', to: 'anybody' },
  ...ofLinks('recovery'),
  ...ofLinks('browser'),
  ...ofLinks('verification'),
  // Those that other rooms bring.
  ...ofLinks('other'),
  'limit-register-per-email': { weight: 'slows', to: 'anybody' },
  'limit-recover-per-email': { weight: 'slows', to: 'anybody' },
  'limit-browser-link-per-email': { weight: 'slows', to: 'anybody' },
  'limit-code-per-email': { weight: 'slows', to: 'anybody' },
} as const satisfies FindingKinds
