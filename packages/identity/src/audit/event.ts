/** The names of the events of rooms that do not list their own. */
export const AUDIT_EVENT_NAMES = [
  'lost-app-reported',
  'app-removal-requested',
  'app-removal-reminded',
  'app-removal-stopped',
  'app-removal-done',
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
