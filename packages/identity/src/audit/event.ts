/** The names of the events of rooms that do not list their own. */
export const AUDIT_EVENT_NAMES = [
  'registration-requested',
  'registration-for-existing-account',
  'account-created',
  'recovery-requested',
  'browser-link-requested',
  'browser-admitted',
  'mailed-code-used',
  'mailed-code-refused',
  'password-reset',
  'password-changed',
  'profile-changed',
  'passkey-added',
  'passkey-removed',
  'passkey-renamed',
  'passkey-refused',
  'authenticator-added',
  'authenticator-removed',
  'authenticator-renamed',
  'recovery-codes-made',
  'recovery-code-spent',
  'wrong-codes-told',
  'lost-app-reported',
  'app-removal-requested',
  'app-removal-reminded',
  'app-removal-stopped',
  'app-removal-done',
  'address-link-requested',
  'address-change-begun',
  'address-change-stopped',
  'address-changed',
  'address-given-back',
  'verification-requested',
  'email-verified',
  'signed-in',
  'sign-in-failed',
  'sign-in-slowed',
  'sign-in-closed-to-browser',
  'signed-out',
  'session-ended',
  'program-connected',
  'program-disconnected',
  'program-entered',
  'authorization-cancelled',
  'code-replayed',
  'code-burned',
  'refresh-token-reused',
  'grant-revoked',
  'client-added',
  'client-updated',
  'client-disabled',
  'client-grants-ended',
  'client-enabled',
  'client-removed',
  'client-secret-added',
  'client-secret-retired',
  'citizen-suspended',
  'citizen-reinstated',
  'citizen-verification-required',
  'citizen-signed-out',
  'citizen-failures-forgiven',
  'citizen-passkeys-removed',
  'citizen-second-factor-reset',
  'citizen-address-change-begun',
  'citizen-closed',
  'signing-key-made',
  'signing-keys-rotated',
  'letter-given-up',
  'migrations-applied',
  'backup-made',
  'backup-restored',
  'recovery-settled',
  'timeline-accepted',
  'operator-looked',
  'audit-exported',
  'audit-deleted',
] as const

/** The events of rooms that list their own, by their names: each room declares them. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it.
export interface RoomEvents {}

/** The name of an event in the audit. An event needs one before it can be written. */
export type AuditEventName = CommonEventName | keyof RoomEvents

/** One of these names. */
export type CommonEventName = (typeof AUDIT_EVENT_NAMES)[number]

/** Who caused the event, and in which request. */
export interface AuditOrigin {
  readonly actor: 'citizen' | 'client' | 'operator' | 'system' | 'anonymous'
  readonly address?: string
  readonly requestId?: string
}

/** An event for the audit. */
export interface AuditEvent {
  readonly name: AuditEventName
  readonly origin: AuditOrigin
  readonly citizenId?: string
  readonly clientId?: string
  readonly sessionId?: string
  /** Plain facts, such as a reason. No secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** The origin of an event that an operator's command caused. */
export const operatorOrigin: AuditOrigin = { actor: 'operator' }

/** The origin of an event that the service caused by itself. */
export const systemOrigin: AuditOrigin = { actor: 'system' }
