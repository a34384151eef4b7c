import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { findActivity, NEWEST, ownAddress, type Place } from './activity-store.ts'
import { sentencesOf } from './sentences.ts'

const EVENTS_PER_READ = 500

/** The citizen's own copy of the activity, the newest first. */
export const ownActivity: OwnData = async function* ({ db, events: all }, citizenId) {
  const { shown: names, heldBack } = sentencesOf(all)
  let before: Place | undefined = NEWEST
  while (before) {
    const events = await findActivity(db, {
      citizenId,
      language: '',
      names,
      heldBack,
      before,
      most: EVENTS_PER_READ,
    })
    for (const { at, name, actor, address, cause, programName } of events)
      yield {
        at: isoInstant(at),
        event: name,
        by: actor,
        cause,
        address: ownAddress({ actor, address }),
        program: programName,
      }
    const last = events.at(EVENTS_PER_READ - 1)
    before = last && { at: last.place, eventId: last.eventId }
  }
}
