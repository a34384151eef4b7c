import type {
  HandoffRow,
  IdentityRow,
  LinkStart,
  PendingRow,
  SealedCentral,
  SessionEndCause,
  SessionRow,
} from '../index.ts'
import type { Row } from './connection.ts'

/** The columns of a session, in the order that SessionRow names them. */
export const SESSION_COLUMNS = `s.id, s.account_id, s.issuer, s.subject, s.created_at, s.expires_at, s.last_used_at,
  s.central_checked_at, s.generation, s.ended_cause, clock_timestamp() as read_at`

/** Every cause, as the column spells it. */
export const CAUSES: readonly SessionEndCause[] = [
  'logout',
  'central_ended',
  'security_version_changed',
  'refresh_reuse',
  'absolute_expiry',
  'revoked_by_program',
]

/** A column as text. */
export function text(row: Row, column: string): string {
  return String(row[column])
}

/** A column as an instant, whichever way the driver was told to read timestamps. */
export function instant(row: Row, column: string): Date {
  const value = row[column]
  return value instanceof Date ? value : new Date(String(value))
}

/** A column as bytes. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}

function link(row: Row): LinkStart | null {
  if (typeof row['link_account_id'] !== 'string') return null
  return { accountId: text(row, 'link_account_id'), sessionRef: text(row, 'link_session_ref') }
}

/** A session. */
export function sessionRow(row: Row): SessionRow {
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    issuer: text(row, 'issuer'),
    subject: text(row, 'subject'),
    createdAt: instant(row, 'created_at'),
    expiresAt: instant(row, 'expires_at'),
    lastUsedAt: instant(row, 'last_used_at'),
    centralCheckedAt: instant(row, 'central_checked_at'),
    generation: Number(row['generation']),
    endedCause: CAUSES.find((cause) => cause === row['ended_cause']) ?? null,
    readAt: instant(row, 'read_at'),
  }
}

/** A pending sign-in. */
export function pendingRow(row: Row): PendingRow {
  return {
    stateHash: text(row, 'state_hash'),
    sealed: bytes(row, 'sealed'),
    keyId: text(row, 'key_id'),
    challenge: text(row, 'challenge'),
    returnUri: text(row, 'return_uri'),
    link: link(row),
    createdAt: instant(row, 'created_at'),
    expiresAt: instant(row, 'expires_at'),
  }
}

/** A handoff. */
export function handoffRow(row: Row): HandoffRow {
  return {
    codeHash: text(row, 'code_hash'),
    challenge: text(row, 'challenge'),
    issuer: text(row, 'issuer'),
    subject: text(row, 'subject'),
    link: link(row),
    sealed: bytes(row, 'sealed'),
    keyId: text(row, 'key_id'),
    createdAt: instant(row, 'created_at'),
    expiresAt: instant(row, 'expires_at'),
  }
}

/** Who is linked to whom. */
export function identityRow(row: Row): IdentityRow {
  return {
    issuer: text(row, 'issuer'),
    subject: text(row, 'subject'),
    accountId: text(row, 'account_id'),
    via: row['via'] === 'linked' ? 'linked' : 'provisioned',
    linkedAt: instant(row, 'linked_at'),
  }
}

/** A session's central tokens, or null where they were erased. */
export function sealedCentral(row: Row): SealedCentral | null {
  if (!(row['central_sealed'] instanceof Uint8Array)) return null
  return {
    sealed: bytes(row, 'central_sealed'),
    keyId: text(row, 'central_key_id'),
    accessExpiresAt: instant(row, 'central_access_expires_at'),
    sid: text(row, 'central_sid'),
    securityVersion: Number(row['security_version']),
  }
}
