import type { CommonEventName } from '../audit/index.ts'
import { type Words, wordsFor } from '../pages/index.ts'
import { partOf, type Translations } from '../platform/languages.ts'
import { namesOf } from '../platform/names-of.ts'
import type { EventEntry, EventParts, EventSentence, Events } from '../platform/room/event.ts'

/** What happened, where its room has no sentence for it yet. */
export type ActivityKind = keyof Words['activity']['did']

const WORDS: Translations<Words> = {
  en: wordsFor('en').words,
  es: wordsFor('es').words,
  fr: wordsFor('fr').words,
  de: wordsFor('de').words,
  ar: wordsFor('ar').words,
  'zh-Hans': wordsFor('zh-Hans').words,
}

/** The sentence of this kind, in each language. */
export const activitySentence = (kind: ActivityKind): EventSentence =>
  partOf(WORDS, ({ activity }) => activity.did[kind])

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

/** What a citizen reads about this event. */
function sentenceAbout(event: EventParts, sentence: EventEntry['sentence']): EventSentence | undefined {
  if (sentence === undefined || !('part' in sentence)) return sentence
  return sentence.sentences[event[sentence.part] ?? ''] ?? sentence.otherwise
}

/** Every sentence that a citizen may read about an event. */
export function sentencesIn({ sentence }: EventEntry): readonly EventSentence[] {
  if (sentence === undefined) return []
  if (!('part' in sentence)) return [sentence]
  return [...Object.values(sentence.sentences), ...(sentence.otherwise ? [sentence.otherwise] : [])]
}
