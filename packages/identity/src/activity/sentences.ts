import {
  type EventEntry,
  type EventParts,
  type EventSentence,
  type Events,
  sentenceAbout,
} from '../platform/room/event.ts'

/** What citizens read about the events of all rooms. */
export interface Sentences {
  /** The events that a citizen sees. */
  readonly shown: readonly string[]
  /** Those of them that an investigation holds back. */
  readonly heldBack: readonly string[]
  /** The sentence about an event. Nothing for an event that is not shown. */
  of(event: EventParts): EventSentence | undefined
}

/** Reads the sentences of these events. */
export function sentencesOf(events: Events): Sentences {
  const rules = new Map(Object.entries(events).map(([name, { sentence }]) => [name, sentence]))
  const heldBack = Object.entries(events).flatMap(([name, event]) => (event.heldBack ? [name] : []))
  return {
    heldBack,
    shown: [...rules].flatMap(([name, rule]) => (rule === undefined ? [] : [name])),
    of: (event) => sentenceAbout(event, rules.get(event.name)),
  }
}

/** Every sentence that a citizen may read about an event. */
export function sentencesIn({ sentence }: EventEntry): readonly EventSentence[] {
  if (sentence === undefined) return []
  if (!('part' in sentence)) return [sentence]
  return [...Object.values(sentence.sentences), ...(sentence.otherwise ? [sentence.otherwise] : [])]
}
