/**
 * The audit for operators: the events of all citizens or of one, with the subject that programs know. It reads the
 * tables of `audit` and `citizens`, and writes none.
 */
export {
  beginFollowing,
  type Followed,
  type FollowedEvents,
  followEvents,
  listEvents,
} from './list-events.ts'
export type { EventSelection, RecordedEvent } from './listed-event.ts'
