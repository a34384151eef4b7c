import type { FindingKinds } from '../platform/room/explains.ts'

/** Why a page refused. Whoever has its number has read as much there. */
export const REFUSAL_FINDINGS = {
  'page-refused-network': { weight: 'stops', to: 'anybody' },
  'page-refused-address': { weight: 'stops', to: 'anybody' },
  'page-refused-account': { weight: 'stops', to: 'anybody' },
  'page-refused-guesses': { weight: 'stops', to: 'anybody' },
  'page-refused-mail-again': { weight: 'stops', to: 'anybody' },
  'page-refused-no-cookie': { weight: 'stops', to: 'anybody' },
  'page-refused-foreign-form': { weight: 'stops', to: 'anybody' },
  'page-refused-old-form': { weight: 'slows', to: 'anybody' },
  'page-refused-unreadable': { weight: 'slows', to: 'anybody' },
  'page-refused-program': { weight: 'stops', to: 'anybody' },
  'page-refused-return-address': { weight: 'stops', to: 'anybody' },
  'page-refused-late': { weight: 'slows', to: 'anybody' },
  'page-refused-link': { weight: 'slows', to: 'anybody' },
  'page-refused-new-browser': { weight: 'stops', to: 'anybody' },
  'page-refused-unverified': { weight: 'stops', to: 'anybody' },
  'page-refused-our-fault': { weight: 'stops', to: 'anybody' },
  'page-refused-otherwise': { weight: 'slows', to: 'anybody' },
} as const satisfies FindingKinds

/** A finding of this room. */
export type RefusalFinding = keyof typeof REFUSAL_FINDINGS

/** What each word of a page means. Limits are told by what they count for, and any other word as it is. */
const OF_WORDS: Readonly<Record<string, RefusalFinding>> = {
  'wrong-guesses': 'page-refused-guesses',
  'mail-again': 'page-refused-mail-again',
  'new-programs': 'page-refused-account',
  'code-closed': 'page-refused-address',
  'no-cookie': 'page-refused-no-cookie',
  'form-foreign': 'page-refused-foreign-form',
  'form-lost': 'page-refused-old-form',
  'form-stale': 'page-refused-old-form',
  'form-expired': 'page-refused-old-form',
  'bad-request': 'page-refused-unreadable',
  'too-large': 'page-refused-unreadable',
  'invalid-client': 'page-refused-program',
  'missing-redirect': 'page-refused-return-address',
  'invalid-redirect': 'page-refused-return-address',
  'resume-expired': 'page-refused-late',
  'link-invalid': 'page-refused-link',
  'link-over': 'page-refused-link',
  'code-over': 'page-refused-link',
  'unknown-browser': 'page-refused-new-browser',
  unverified: 'page-refused-unverified',
  busy: 'page-refused-our-fault',
  unavailable: 'page-refused-our-fault',
  'mail-unavailable': 'page-refused-our-fault',
  'server-error': 'page-refused-our-fault',
}

const OF_LIMITS: readonly (readonly [ending: string, RefusalFinding])[] = [
  ['-per-ip', 'page-refused-network'],
  ['-per-email', 'page-refused-address'],
  ['-per-citizen', 'page-refused-account'],
]

/** The finding for a reason. */
export function findingFor(why: string): RefusalFinding {
  const ofLimit = OF_LIMITS.find(([ending]) => why.endsWith(ending))
  if (ofLimit) return ofLimit[1]
  return Object.hasOwn(OF_WORDS, why) ? (OF_WORDS[why] ?? 'page-refused-otherwise') : 'page-refused-otherwise'
}
