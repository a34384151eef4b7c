import type { AuditEventName, AuditOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'

/** An event as it was written. */
export interface RecordedEvent {
  readonly eventId: string
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly name: AuditEventName
  readonly actor: AuditOrigin['actor']
  readonly citizenId: string | null
  /** The citizen as programs know it; null where none is concerned. */
  readonly subject: string | null
  readonly clientId: string | null
  readonly sessionId: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, string | number | boolean>>
}

/** Which events: of one citizen or of all, since an instant, so many at most. */
export interface EventSelection {
  readonly citizenId: string | null
  readonly since: UnixSeconds
  readonly most: number
}
