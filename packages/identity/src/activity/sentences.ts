import type { CommonEventName } from '../audit/index.ts'
import { type ActivityKind, activitySentence } from '../pages/index.ts'
import { namesOf } from '../platform/names-of.ts'
import type { EventEntry, EventParts, EventSentence, Events } from '../platform/room/event.ts'

/** The sentence for an event; by its parts where one name has several. */
type KindRule = ActivityKind | ((event: EventParts) => ActivityKind | undefined)

const SESSION_ENDINGS: Readonly<Record<string, ActivityKind>> = {
  'by-citizen': 'session-ended',
  'all-others': 'other-sessions-ended',
  'password-changed': 'sessions-ended-by-password',
  'another-citizen': 'session-displaced',
}

const SIGN_INS: Readonly<Record<string, ActivityKind>> = {
  passkey: 'signed-in-with-passkey',
  'password+code': 'signed-in-with-code',
}

const FAILURES: Readonly<Record<string, ActivityKind>> = {
  'sign-in': 'sign-in-failed',
  code: 'code-wrong',
}

/**
 * What a citizen reads about each event. `undefined`: nothing, because the event is never about a citizen, or because
 * another one says the same (a slowed sign-in has failed; a new connection is entered; a code was used for a new password; each wrong code is told).
 */
const KINDS: Readonly<Record<CommonEventName, KindRule | undefined>> = {
  'registration-requested': undefined,
  'registration-for-existing-account': 'registration-for-existing-account',
  'account-created': 'account-created',
  'recovery-requested': 'recovery-requested',
  'browser-link-requested': 'browser-link-requested',
  'browser-admitted': 'browser-admitted',
  'mailed-code-used': undefined,
  'mailed-code-refused': 'mailed-code-refused',
  'password-reset': 'password-reset',
  'password-changed': 'password-changed',
  'profile-changed': 'profile-changed',
  'passkey-added': 'passkey-added',
  'passkey-removed': 'passkey-removed',
  'passkey-renamed': 'passkey-renamed',
  'passkey-refused': 'passkey-refused',
  'authenticator-added': 'authenticator-added',
  'authenticator-removed': 'authenticator-removed',
  'authenticator-renamed': 'authenticator-renamed',
  'recovery-codes-made': 'recovery-codes-made',
  'recovery-code-spent': 'recovery-code-spent',
  'wrong-codes-told': undefined,
  'lost-app-reported': 'lost-app-reported',
  'app-removal-requested': 'app-removal-requested',
  'app-removal-reminded': undefined,
  'app-removal-stopped': 'app-removal-stopped',
  'app-removal-done': 'app-removal-done',
  'address-link-requested': 'address-link-requested',
  'address-change-begun': 'address-change-begun',
  'address-change-stopped': 'address-change-stopped',
  'address-changed': 'address-changed',
  'address-given-back': 'address-given-back',
  'verification-requested': 'verification-requested',
  'email-verified': 'email-verified',
  'signed-in': ({ proof }) => SIGN_INS[proof ?? ''] ?? 'signed-in',
  'sign-in-failed': ({ purpose }) => FAILURES[purpose ?? ''] ?? 'password-wrong',
  'sign-in-slowed': undefined,
  'sign-in-closed-to-browser': 'sign-in-closed-to-browser',
  'signed-out': 'signed-out',
  'session-ended': ({ cause }) => SESSION_ENDINGS[cause ?? ''] ?? 'session-ended',
  'program-connected': undefined,
  'program-disconnected': 'program-disconnected',
  'program-entered': 'program-entered',
  'authorization-cancelled': 'authorization-cancelled',
  'code-replayed': 'program-access-ended',
  'code-burned': undefined,
  'refresh-token-reused': 'program-access-ended',
  'grant-revoked': 'program-signed-out',
  'client-added': undefined,
  'client-updated': undefined,
  'client-disabled': undefined,
  'client-grants-ended': undefined,
  'client-enabled': undefined,
  'client-removed': undefined,
  'client-secret-added': undefined,
  'client-secret-retired': undefined,
  'citizen-suspended': 'citizen-suspended',
  'citizen-reinstated': 'citizen-reinstated',
  'citizen-verification-required': 'citizen-verification-required',
  'citizen-signed-out': ({ cause }) => {
    // Only an operator gives a reason in place of a cause.
    if (cause === null) return 'citizen-signed-out'
    // Any other cause has an event of its own, at the same moment, which says it.
    return cause === 'was-not-me' ? cause : undefined
  },
  'citizen-failures-forgiven': 'citizen-failures-forgiven',
  'citizen-passkeys-removed': 'citizen-passkeys-removed',
  'citizen-second-factor-reset': 'citizen-second-factor-reset',
  'citizen-address-change-begun': 'citizen-address-change-begun',
  'citizen-closed': undefined,
  'signing-key-made': undefined,
  'signing-keys-rotated': undefined,
  'letter-given-up': undefined,
  'migrations-applied': undefined,
  'backup-made': undefined,
  'backup-restored': undefined,
  'recovery-settled': undefined,
  'timeline-accepted': undefined,
  'operator-looked': 'operator-looked',
  'audit-exported': undefined,
  'audit-deleted': undefined,
}

/** What citizens read about the events of all rooms. */
export interface Sentences {
  /** The events that a citizen sees. */
  readonly shown: readonly string[]
  /** The sentence about an event. Nothing for an event that is not shown. */
  of(event: EventParts): EventSentence | undefined
}

/** Reads the sentences of these events, beside those above. */
export function sentencesOf(events: Events): Sentences {
  const rules = new Map(Object.entries(events).map(([name, { sentence }]) => [name, sentence]))
  for (const name of namesOf(KINDS)) rules.set(name, sentenceOf(KINDS[name]))
  return {
    shown: [...rules].flatMap(([name, rule]) => (rule === undefined ? [] : [name])),
    of: (event) => {
      const rule = rules.get(event.name)
      return typeof rule === 'function' ? rule(event) : rule
    },
  }
}

function sentenceOf(rule: KindRule | undefined): EventEntry['sentence'] {
  if (typeof rule !== 'function') return rule && activitySentence(rule)
  return (event) => {
    const kind = rule(event)
    return kind && activitySentence(kind)
  }
}
