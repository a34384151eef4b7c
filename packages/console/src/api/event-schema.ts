import { eventJson, type RecordedEvent, type Schema, EVENT as WHOLE_EVENT } from '@portico/identity/parts'

/** The id of a session stays on the machine of the service. */
const KEPT_BACK = 'session_id'

const { properties = {}, required = [] } = WHOLE_EVENT

/** An event of the audit, as `portico audit --json` has it, without the id of a session. */
export const EVENT: Schema = {
  ...WHOLE_EVENT,
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== KEPT_BACK)),
  required: required.filter((name) => name !== KEPT_BACK),
}

/** An event as the API has it. */
export function apiEvent(event: RecordedEvent) {
  return Object.fromEntries(Object.entries(eventJson(event)).filter(([name]) => name !== KEPT_BACK))
}
