import type { RecordedEvent } from './listed-event.ts'

/** What an event must have, each of them. Null lets every event through. */
export interface EventFilter {
  readonly name: string | null
  readonly clientId: string | null
  readonly operator: string | null
  readonly address: string | null
  readonly requestId: string | null
}

/** Whether a filter lets an event through. */
export function fitsFilter(event: RecordedEvent, filter: EventFilter): boolean {
  return FIELDS.every((field) => filter[field] === null || filter[field] === event[field])
}

/** Whether a filter lets every event through. */
export function isEmpty(filter: EventFilter): boolean {
  return FIELDS.every((field) => filter[field] === null)
}

const FIELDS = [
  'name',
  'clientId',
  'operator',
  'address',
  'requestId',
] as const satisfies readonly (keyof EventFilter)[]
