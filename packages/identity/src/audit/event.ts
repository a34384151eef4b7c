/** The events of all rooms, by their names: each room declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it.
export interface RoomEvents {}

/** The name of an event in the audit. An event needs one before it can be written. */
export type AuditEventName = keyof RoomEvents

/** Who caused the event, and in which request. */
export type AuditOrigin = OperatorOrigin | OtherOrigin

/** The request that caused an event. */
interface FromRequest {
  readonly address?: string
  readonly requestId?: string
}

interface OtherOrigin extends FromRequest {
  readonly actor: 'citizen' | 'client' | 'system' | 'anonymous'
}

/** An operator. */
export interface OperatorOrigin extends FromRequest {
  readonly actor: 'operator'
  /** The name that the command was given, or that of the system's user: a claim, and no proof (decision 110). */
  readonly operator: string
  /** The account, or the key of a machine, that the service has found: no claim, and the same under another name. Only orders from the console have it. */
  readonly operatorId?: string
  /** Why the operator did it, where the command asks for that. */
  readonly reason?: string
  /** The other operator, who consented, where the act waited for one (decision 116). */
  readonly consentedBy?: string
}

/** An operator who said why. */
export interface OperatorOrder extends OperatorOrigin {
  readonly reason: string
}

/** What a use case needs that writes what an operator saw or did. */
export interface ByOperator {
  readonly by: OperatorOrigin
}

/** What a use case needs that changes what nobody changes without a reason. */
export interface OrderedByOperator {
  readonly by: OperatorOrder
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

/** The origin of an event that the service caused by itself. */
export const systemOrigin: AuditOrigin = { actor: 'system' }
