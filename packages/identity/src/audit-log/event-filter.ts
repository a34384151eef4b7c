import { isIP } from 'node:net'
import { readStoredOperatorName } from '../audit/index.ts'
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

/** Whether a text can be the reference number of a page. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined)

/** What an operator may look for in each field, by the name that it has for operators. Undefined for what no event has there. */
export const EVENT_FORMS = {
  event: matching(/^[a-z][a-z-]{0,60}$/),
  client: matching(/^[\w.~-]{1,200}$/),
  operator: readStoredOperatorName,
  address: (text: string) => (isIP(text) === 0 ? undefined : text),
  request: matching(REFERENCE),
} as const satisfies Readonly<Record<string, (text: string) => string | undefined>>
