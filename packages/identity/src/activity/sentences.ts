import type { CommonEventName } from '../audit/index.ts'
import { type ActivityKind, activitySentence } from '../pages/index.ts'
import { namesOf } from '../platform/names-of.ts'
import { type EventParts, type EventSentence, type Events, sentenceAbout } from '../platform/room/event.ts'

/** What a citizen reads about each event of a room that does not list its own. `undefined`: nothing. */
const KINDS: Readonly<Record<CommonEventName, ActivityKind | undefined>> = {
  'lost-app-reported': 'lost-app-reported',
  'app-removal-requested': 'app-removal-requested',
  'app-removal-reminded': undefined,
  'app-removal-stopped': 'app-removal-stopped',
  'app-removal-done': 'app-removal-done',
}

/** What citizens read about the events of all rooms. */
export interface Sentences {
  /** The events that a citizen sees. */
  readonly shown: readonly string[]
  /** The sentence about an event. Nothing for an event that is not shown. */
  of(event: EventParts): EventSentence | undefined
}

/** Reads the sentences of these events, beside those above. */
export function sentencesOf(events: Events): Sentences {
  const rules = new Map(Object.entries(events).map(([name, { sentence }]) => [name, sentence]))
  for (const name of namesOf(KINDS)) {
    const kind = KINDS[name]
    rules.set(name, kind && activitySentence(kind))
  }
  return {
    shown: [...rules].flatMap(([name, rule]) => (rule === undefined ? [] : [name])),
    of: (event) => sentenceAbout(event, rules.get(event.name)),
  }
}
