/**
 * What operators read of the audit: the events of all or of one citizen, with the subject that programs know the citizen
 * by. It reads the tables of `audit` and `citizens`, and writes none.
 */
export {
  beginFollowing,
  type Followed,
  type FollowedEvents,
  followEvents,
  listEvents,
} from './list-events.ts'
export type { EventSelection, RecordedEvent } from './listed-event.ts'
