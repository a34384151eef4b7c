import type { FindingKind } from './explains.ts'

/** What a room tells of the links that it mails to citizens. */
const OF_A_LINK = {
  'mail-refused': { weight: 'slows', to: 'owner' },
  'mail-put-off': { weight: 'slows', to: 'owner' },
  'link-expired': { weight: 'waits', to: 'owner' },
  'link-waits': { weight: 'waits', to: 'owner' },
} as const satisfies Readonly<Record<string, FindingKind>>

/** These kinds of finding, with the name of the link before each. */
export function linkFindings<Link extends string>(
  link: Link,
): Readonly<Record<`${Link}-${keyof typeof OF_A_LINK}`, FindingKind>> {
  const named = Object.entries(OF_A_LINK).map(([name, kind]) => [`${link}-${name}`, kind])
  return Object.fromEntries(named)
}
