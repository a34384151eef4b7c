import { eventJson, objectSchema, type RecordedEvent, type Schema, textSchema } from '@portico/identity/parts'
import { INSTANT, orNull } from './api-operation.ts'

const TEXT_OR_NULL = orNull({ type: 'string' })

/** An event of the audit, as `portico audit --json` has it, without the id of a session. */
export const EVENT: Schema = objectSchema('Event', {
  event_id: textSchema('A UUID that sorts by time.'),
  at: INSTANT,
  name: textSchema('Its name (docs/reference/audit-events.md).'),
  actor: { type: 'string', enum: ['citizen', 'client', 'operator', 'system', 'anonymous'] },
  operator: orNull(textSchema('The name of the operator; of a machine, key# and the name of its key.')),
  subject: orNull(textSchema('The subject of the citizen that it is about.')),
  client_id: TEXT_OR_NULL,
  address: TEXT_OR_NULL,
  request_id: TEXT_OR_NULL,
  details: { type: 'object', description: 'Facts of this kind of event: texts, numbers and booleans.' },
})

/** An event as the API has it. */
export function apiEvent(event: RecordedEvent) {
  return Object.fromEntries(Object.entries(eventJson(event)).filter(([name]) => name !== 'session_id'))
}
