/** The events of all rooms, by their names: each room declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it.
export interface RoomEvents {}

/** The name of an event in the audit. An event needs one before it can be written. */
export type AuditEventName = keyof RoomEvents

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
