import { isIP } from 'node:net'
import { readStoredOperatorName } from '../audit/index.ts'
import { plainAddress } from '../platform/ip-address.ts'
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

/** The number of a request (`requestIds`): a word of the process, and a count. No id of a program is as short. */
const REFERENCE = /^[\w-]{8}[\da-z]{4,12}$/

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined)

/** Reads what an operator looks for in each field, as events have it, by the name that it has for operators. Undefined for what no event has there. */
export const EVENT_FORMS = {
  event: matching(/^[a-z][a-z-]{0,60}$/),
  client: matching(/^[\w.~-]{1,200}$/),
  operator: readStoredOperatorName,
  address: (text: string) => (isIP(text) === 0 ? undefined : plainAddress(text)),
  request: readReference,
} as const satisfies Readonly<Record<string, (text: string) => string | undefined>>

/** The page shows the status behind the number, which is read out or copied with it. */
function readReference(text: string): string | undefined {
  const [reference = ''] = text.split(/[\s·]+/)
  return REFERENCE.test(reference) ? reference : undefined
}
