import type { OnHome } from '../moments/index.ts'
import { activityPart, NEWEST, type StoredActivity } from './activity-store.ts'
import { itemOf } from './list-activity.ts'
import { lastEvents } from './pages/activity.ts'
import { sentencesOf } from './sentences.ts'

const MOST_EVENTS = 5

/** What happened last. */
export const ON_HOME: OnHome<readonly StoredActivity[]> = {
  asks({ citizenId, language, layout, events }) {
    const { shown: names, heldBack } = sentencesOf(events)
    return activityPart(layout, { citizenId, language, names, heldBack, before: NEWEST, most: MOST_EVENTS })
  },
  sections(found, { frame, events }) {
    const sentences = sentencesOf(events)
    return lastEvents(
      frame,
      found.flatMap((event) => itemOf(event, sentences.of(event))),
    )
  },
}
