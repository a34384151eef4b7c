import { expect, test } from 'vitest'
import type { EventBound } from '../platform/room/event.ts'
import type { LimitKind } from '../rate-limits/limits.ts'
import { EVENTS, LIMITS } from '../rooms.ts'
import { AUDIT_EVENT_NAMES, type CommonEventName } from './event.ts'
import { MOST_PER_HOUR } from './repeated-events.ts'

const limit = (kind: LimitKind): EventBound => ({ limit: kind })
const after = (...names: string[]): EventBound => ({ after: names })

/** What bounds each event that one citizen, or somebody at the citizen's browser, could cause again and again. */
const COMMON: Readonly<Record<CommonEventName, EventBound>> = {
  'registration-requested': limit('register-per-email'),
  'registration-for-existing-account': limit('register-per-email'),
  'account-created': after('registration-requested'),
  'recovery-requested': limit('recover-per-email'),
  'browser-link-requested': limit('browser-link-per-email'),
  'browser-admitted': after('browser-link-requested'),
  'mailed-code-used': after('recovery-requested', 'registration-requested', 'browser-link-requested'),
  'mailed-code-refused': limit('code-per-email'),
  'password-reset': after('recovery-requested', 'lost-app-reported'),
  'password-changed': limit('password-change-per-citizen'),
  'profile-changed': limit('profile-change-per-citizen'),
  'passkey-added': limit('passkey-change-per-citizen'),
  'passkey-removed': after('passkey-added'),
  'passkey-renamed': limit('passkey-change-per-citizen'),
  'passkey-refused': limit('passkey-per-ip'),
  'authenticator-added': limit('app-change-per-citizen'),
  'authenticator-removed': after('authenticator-added'),
  'authenticator-renamed': limit('app-change-per-citizen'),
  'recovery-codes-made': limit('recovery-codes-per-citizen'),
  'recovery-code-spent': after('recovery-codes-made', 'authenticator-added'),
  'wrong-codes-told': { counted: 'five letters an hour (decision 61)' },
  'lost-app-reported': limit('lost-app-per-email'),
  'app-removal-requested': after('lost-app-reported'),
  'app-removal-reminded': 'system',
  'app-removal-stopped': after('app-removal-requested'),
  'app-removal-done': 'system',
  'address-link-requested': limit('new-address-per-citizen'),
  'address-change-begun': after('address-link-requested'),
  'address-change-stopped': after('address-change-begun'),
  'address-changed': 'system',
  'address-given-back': after('address-changed'),
  'verification-requested': limit('recover-per-email'),
  'email-verified': after('verification-requested', 'recovery-requested'),
  'signed-in': 'hour',
  'sign-in-failed': 'hour',
  'sign-in-slowed': 'hour',
  'sign-in-closed-to-browser': { counted: 'once for each hundred failures in a row (decisions 22, 61)' },
  'signed-out': 'hour',
  'session-ended': 'hour',
  'program-connected': { counted: 'thirty an hour (decision 73)' },
  'program-disconnected': after('program-connected'),
  'program-entered': 'program',
  'authorization-cancelled': limit('cancel-per-citizen'),
  'code-replayed': 'program',
  'code-burned': 'program',
  'refresh-token-reused': 'program',
  'grant-revoked': 'program',
  'client-added': 'operator',
  'client-updated': 'operator',
  'client-disabled': 'operator',
  'client-grants-ended': 'operator',
  'client-enabled': 'operator',
  'client-removed': 'operator',
  'client-secret-added': 'operator',
  'client-secret-retired': 'operator',
  'citizen-suspended': 'operator',
  'citizen-reinstated': 'operator',
  'citizen-verification-required': 'operator',
  // “This was not me” and the closing leave an account without a password or a session; the way back is a mailed link.
  'citizen-signed-out': after('password-reset', 'closing-requested', 'address-given-back'),
  'citizen-failures-forgiven': 'operator',
  'citizen-passkeys-removed': 'operator',
  'citizen-second-factor-reset': 'operator',
  'citizen-address-change-begun': 'operator',
  'citizen-closed': 'system',
  'signing-key-made': 'system',
  'signing-keys-rotated': 'operator',
  'letter-given-up': 'system',
  'migrations-applied': 'operator',
  'backup-made': 'operator',
  'backup-restored': 'operator',
  'recovery-settled': 'operator',
  'timeline-accepted': 'operator',
  'operator-looked': 'operator',
  'audit-exported': 'operator',
  'audit-deleted': 'system',
}

/** Those, and what each room says about its events. */
const BOUNDS: Readonly<Record<string, EventBound>> = {
  ...COMMON,
  ...Object.fromEntries(Object.entries(EVENTS).map(([name, { bound }]) => [name, bound])),
}

/** Whether a bound ends somewhere: not in a ring of events that only need one another. */
function hasEnd(name: string, seen: readonly string[] = []): boolean {
  const bound = BOUNDS[name]
  if (bound === undefined) return false
  if (typeof bound === 'string' || !('after' in bound)) return true
  return bound.after.every((before) => !seen.includes(before) && hasEnd(before, [...seen, name]))
}

// proves: threat-repeated-act
test('every event has a bound, and each bound ends at something that is counted', () => {
  expect(Object.keys(COMMON).toSorted()).toEqual([...AUDIT_EVENT_NAMES].toSorted())
  for (const name of Object.keys(BOUNDS)) expect([name, hasEnd(name)]).toEqual([name, true])
})

// proves: threat-repeated-act
test('what is bounded by the hour is what has a number for it, and every limit is one', () => {
  const byHour = Object.keys(BOUNDS).filter((name) => BOUNDS[name] === 'hour')
  expect(byHour.toSorted()).toEqual(Object.keys(MOST_PER_HOUR).toSorted())
  for (const bound of Object.values(BOUNDS))
    if (typeof bound === 'object' && 'limit' in bound) expect(Object.keys(LIMITS)).toContain(bound.limit)
})
