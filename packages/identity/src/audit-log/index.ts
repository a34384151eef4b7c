/**
 * The audit for operators: the events of all citizens or of one, with the subject that programs know. It reads the
 * tables of `audit` and `citizens`, and writes none.
 *
 * It also writes the audit to files of JSON lines, a file for each day (UTC). The last line of a file has the number of its
 * events and the SHA-256 of their lines.
 */

export type { Place as EventPlace } from './audit-log-store.ts'
export { type StoredEvent, withSubjects } from './audit-log-store.ts'
export { countByHour, type HourlyEvents } from './count-by-hour.ts'
export {
  countOfClients,
  type LatelyOfClient,
} from './count-of-client.ts'
export { EVENT_FORMS, type EventFilter, fitsFilter, isEmpty } from './event-filter.ts'
export { EVENT, EVENTS, eventJson } from './event-json.ts'
export { type ExportNeeds, exportAgain, exportDays } from './export-events.ts'
export { EXPORT_SUMMARY, type ExportSummary } from './export-file.ts'
export { ExportTrouble } from './export-trouble.ts'
export {
  beginFollowing,
  type Followed,
  type FollowedEvents,
  followEvents,
  listEvents,
} from './list-events.ts'
export type { EventSelection, RecordedEvent } from './listed-event.ts'
export { type AccountLook, readStory, type Story } from './read-story.ts'
export { type OperatorRead, recordRead, recordRefused } from './record-read.ts'
export { AUDIT_LOG } from './room.ts'
export { type EventSearch, type FoundEvents, type SearchNeeds, searchEvents } from './search-events.ts'
