import type { AuditEventName, AuditOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'

/** An event as stored. */
export interface RecordedEvent {
  readonly eventId: string
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly name: AuditEventName
  readonly actor: AuditOrigin['actor']
  /** The name of the operator. Null where none did it, and in events of earlier releases. */
  readonly operator: string | null
  readonly citizenId: string | null
  /** The citizen's subject; null where the event is about no citizen. */
  readonly subject: string | null
  readonly clientId: string | null
  readonly sessionId: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, string | number | boolean>>
}

/** The events to select: of one citizen or of all, since an instant, at most this many. */
export interface EventSelection {
  readonly citizenId: string | null
  readonly since: UnixSeconds
  readonly most: number
}
