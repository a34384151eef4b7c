import { systemClock } from '../../platform/index.ts'

import type {
  HandoffRow,
  Hash,
  IdentityRow,
  PendingRow,
  Revocation,
  SealedCentral,
  SessionRow,
  StoreOwner,
  TicketRow,
} from '../index.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A session with all columns that a database would have. */
export interface StoredSession extends Writable<Omit<SessionRow, 'readAt' | 'centralAccessExpiresAt'>> {
  refreshHash: Hash
  previous: { refreshHash: Hash; rotationIdHash: Hash | null; at: Date } | null
  central: SealedCentral | null
  leaseUntil: Date | null
  fence: number
  endedAt: Date | null
}

/** A pending sign-in. A file of an earlier release says of a consumed one only that it is. */
export interface StoredPending {
  readonly row: PendingRow
  consumed: boolean
  first?: { readonly by: Hash; readonly at: Date }
  refusal?: string
}

/** A central grant to revoke, and when it is due. */
export interface StoredRevocation extends Writable<Revocation> {
  nextTryAt: Date
}

/** All tables of one embedded store. */
export interface Tables {
  /** The store's clock. */
  readonly now: () => Date
  /** The program that the store belongs to. */
  owner: StoreOwner | null
  readonly pending: Map<Hash, StoredPending>
  readonly handoffs: Map<Hash, { row: HandoffRow; state: 'open' | 'in use' | 'consumed'; failures: number }>
  readonly identities: IdentityRow[]
  readonly sessions: Map<string, StoredSession>
  readonly access: Map<Hash, { sessionId: string; expiresAt: Date }>
  readonly spent: Map<Hash, string>
  readonly tickets: Map<Hash, TicketRow>
  readonly revocations: Map<string, StoredRevocation>
  lastRevocation: number
  readonly housekeeping: { heldUntil: Date; fence: number }
  readonly throttle: Map<string, { start: number; count: number }>
  /** Resolves after the last transaction that began. Never rejects. */
  turn: Promise<unknown>
}

/** Empty tables. */
export function emptyTables(now: Tables['now'] = systemClock.now): Tables {
  return {
    now,
    owner: null,
    pending: new Map(),
    handoffs: new Map(),
    identities: [],
    sessions: new Map(),
    access: new Map(),
    spent: new Map(),
    tickets: new Map(),
    revocations: new Map(),
    lastRevocation: 0,
    housekeeping: { heldUntil: new Date(0), fence: 0 },
    throttle: new Map(),
    turn: Promise.resolve(),
  }
}

/** Runs the work of a transaction after all transactions that began before it. */
export function inTurn<Value>(tables: Tables, work: () => Value | Promise<Value>): Promise<Value> {
  const mine = tables.turn.then(work)
  tables.turn = mine.catch(() => undefined)
  return mine
}

/** A session for a caller: a copy, which later changes do not affect. */
export function sessionRowOf({ now }: Pick<Tables, 'now'>, s: StoredSession): SessionRow {
  return {
    id: s.id,
    accountId: s.accountId,
    issuer: s.issuer,
    subject: s.subject,
    createdAt: s.createdAt,
    expiresAt: s.expiresAt,
    lastUsedAt: s.lastUsedAt,
    centralCheckedAt: s.centralCheckedAt,
    centralAccessExpiresAt: s.central?.accessExpiresAt ?? s.createdAt,
    generation: s.generation,
    endedCause: s.endedCause,
    // A file of an earlier release has none of these.
    authenticatedAt: s.authenticatedAt ?? null,
    acr: s.acr ?? null,
    device: s.device ?? { browser: null, system: null, ipAddress: null },
    readAt: now(),
  }
}
