import {
  type CallbackResult,
  type ConsumedPending,
  type HandoffRow,
  type IdentityRow,
  type LinkStart,
  type PendingRow,
  type Revocation,
  type RevocationOrigin,
  SESSION_END_CAUSES,
  type SealedCentral,
  type SessionDevice,
  type SessionEndCause,
  type SessionRow,
  type SpentTicket,
} from './index.ts'

/** One row, as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>

/** A column as text. Drivers read a `bigint` as text, number or bigint. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  throw unreadable(column, value)
}

/** A column as a number. Drivers read a `bigint` as text, number or bigint. */
export function number(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number') return value
  if ((typeof value === 'string' && value !== '') || typeof value === 'bigint') return Number(value)
  throw unreadable(column, value)
}

/** A column as true or false. */
export function flag(row: Row, column: string): boolean {
  const value = row[column]
  if (typeof value === 'boolean') return value
  // A program's own parser may leave it as the server writes it.
  if (value === 't' || value === 'f') return value === 't'
  throw unreadable(column, value)
}

/** A column as a date. Drivers of PostgreSQL read a timestamp as `Date` or as text. SQLite has milliseconds since 1970. */
export function instant(row: Row, column: string): Date {
  const value = row[column]
  const instant = typeof value === 'string' || typeof value === 'number' ? new Date(value) : value
  if (instant instanceof Date && !Number.isNaN(instant.getTime())) return instant
  throw unreadable(column, value)
}

/** A column as bytes. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (value instanceof Uint8Array) return value
  throw unreadable(column, value)
}

/** The error names the type of the value, but not the value. */
function unreadable(column: string, value: unknown): TypeError {
  return new TypeError(`Column ${column} cannot be read from ${value === null ? 'null' : typeof value}`)
}

/** Why a session ended, or null. An unknown cause comes from a newer release, and the session has ended, too. */
export function endedCause(row: Row, column: string): SessionEndCause | null {
  if (row[column] === null) return null
  const word = text(row, column)
  return SESSION_END_CAUSES.find((cause) => cause === word) ?? 'revoked_by_program'
}

function link(row: Row): LinkStart | null {
  if (row['link_account_id'] === null) return null
  return { accountId: text(row, 'link_account_id'), sessionRef: text(row, 'link_session_ref') }
}

function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** Reads what a session was opened with. The names of the columns may begin with a prefix. */
export function sessionDevice(row: Row, prefix = ''): SessionDevice {
  return {
    browser: textOrNull(row, `${prefix}device_browser`),
    system: textOrNull(row, `${prefix}device_system`),
    ipAddress: textOrNull(row, `${prefix}device_ip`),
  }
}

/** Reads a session. */
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
    centralAccessExpiresAt: instant(row, 'central_access_expires_at'),
    generation: number(row, 'generation'),
    endedCause: endedCause(row, 'ended_cause'),
    authenticatedAt: row['authenticated_at'] === null ? null : instant(row, 'authenticated_at'),
    acr: textOrNull(row, 'acr'),
    device: sessionDevice(row),
    readAt: instant(row, 'read_at'),
  }
}

/** Reads a pending sign-in. */
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

/** Reads a state that was consumed before, or has expired. */
export function missedPending(row: Row, now: Date): ConsumedPending {
  const returnUri = text(row, 'return_uri')
  if (row['consumed_at'] === null && instant(row, 'expires_at') <= now) return { kind: 'expired', returnUri }
  const isKnown = row['consumed_at'] !== null && row['consumed_by'] !== null
  const first = isKnown
    ? { pending: pendingRow(row), by: text(row, 'consumed_by'), at: instant(row, 'consumed_at') }
    : null
  return { kind: 'replayed', returnUri, first }
}

/** Reads what has become of a callback: its refusal, and the columns of its handoff, which are null without one. */
export function callbackResult(row: Row | undefined, now: Date): CallbackResult {
  if (!row) return { kind: 'over' }
  if (row['refusal'] !== null) return { kind: 'refused', refusal: text(row, 'refusal') }
  if (row['handoff_expires_at'] === null) return { kind: 'under-way' }
  const isOpen = row['handoff_consumed_at'] === null && instant(row, 'handoff_expires_at') > now
  return { kind: isOpen ? 'open' : 'over' }
}

/** Reads a handoff. */
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

/** Reads a link. */
export function identityRow(row: Row): IdentityRow {
  return {
    issuer: text(row, 'issuer'),
    subject: text(row, 'subject'),
    accountId: text(row, 'account_id'),
    via: text(row, 'via') === 'linked' ? 'linked' : 'provisioned',
    linkedAt: instant(row, 'linked_at'),
  }
}

/** Reads a session's central tokens. Null if they were erased. */
export function sealedCentral(row: Row): SealedCentral | null {
  if (row['central_sealed'] === null) return null
  return {
    sealed: bytes(row, 'central_sealed'),
    keyId: text(row, 'central_key_id'),
    accessExpiresAt: instant(row, 'central_access_expires_at'),
    sid: text(row, 'central_sid'),
    securityVersion: number(row, 'security_version'),
  }
}

/** Reads a spent ticket with its session. The column of its end has another name than the end of the session. */
export function spentTicket(row: Row): SpentTicket {
  return {
    session: sessionRow(row),
    addressHash: row['address_hash'] === null ? null : text(row, 'address_hash'),
    expiresAt: instant(row, 'ticket_expires_at'),
  }
}

/** Reads an entry of the list of central grants to revoke. */
export function revocationRow(row: Row): Revocation {
  return {
    id: text(row, 'id'),
    origin: { kind: originKind(row), id: text(row, 'sealed_for_id') },
    sealed: bytes(row, 'sealed'),
    keyId: text(row, 'key_id'),
    createdAt: instant(row, 'created_at'),
    tries: number(row, 'tries'),
  }
}

function originKind(row: Row): RevocationOrigin['kind'] {
  const kind = text(row, 'sealed_for')
  return kind === 'session' || kind === 'handoff' ? kind : 'revocation'
}
