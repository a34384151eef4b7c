import {
  INSTANT,
  listOf,
  mapOf,
  objectSchema,
  oneWordOf,
  orNull,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import type { RecordedEvent } from './listed-event.ts'

/** An event as `portico audit --json` and the files of `portico audit export` have it. */
export function eventJson(event: RecordedEvent) {
  return {
    event_id: event.eventId,
    at: event.at,
    name: event.name,
    actor: event.actor,
    operator: event.operator,
    subject: event.subject,
    client_id: event.clientId,
    session_id: event.sessionId,
    address: event.address,
    request_id: event.requestId,
    details: event.details,
  }
}

const TEXT_OR_NULL = orNull({ type: 'string' })

const DETAIL: Schema = { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }

/** The schema of it. */
export const EVENT = objectSchema<ReturnType<typeof eventJson>>('Event', {
  event_id: textSchema('A UUID that sorts by time.'),
  at: INSTANT,
  name: textSchema('Its name (docs/reference/audit-events.md).'),
  actor: oneWordOf<RecordedEvent['actor']>({
    ...{ citizen: '', client: '', operator: '', system: 'the service itself' },
    anonymous: 'a browser in which nobody is signed in',
  }),
  operator: orNull(textSchema('The name of the operator; of a machine, key# and the name of its key.')),
  subject: orNull(textSchema('The subject of the citizen that it is about.')),
  client_id: TEXT_OR_NULL,
  session_id: TEXT_OR_NULL,
  address: TEXT_OR_NULL,
  request_id: TEXT_OR_NULL,
  details: mapOf(DETAIL, 'Facts of this kind of event: texts, numbers and booleans.'),
})

/** Events, as a command lists them. */
export const EVENTS = listOf(EVENT)
