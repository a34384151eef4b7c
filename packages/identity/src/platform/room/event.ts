import type { Html } from '../html.ts'
import type { Translations } from '../languages.ts'

/** What an event of the audit cannot be more often than: another event, or something that is counted elsewhere (decision 73). */
export type EventBound =
  /** A limit on the act, by its name. Beyond it, nothing happens, or it happens without the event. */
  | { readonly limit: string }
  /** An hour and citizen have so many of it; the acts beyond happen without the event. `each`: so many for each of these, too. */
  | { readonly perHour: number; readonly each?: string }
  /** Each needs one of these events before it, which it uses up. */
  | { readonly after: readonly string[] }
  /** No citizen writes it. */
  | 'operator'
  | 'system'
  /** The program or its back end writes it, within the limits of its token endpoint. */
  | 'program'
  /** Counted by its own events, in the transaction. */
  | { readonly counted: string }

/** A sentence about an event, in each language: it says the same to its citizen and to a supporter, so it addresses neither. Some have the name of a program. */
export type EventSentence = Translations<(program: Html) => Html>

/** Several sentences about one event, by a part of it. */
export interface SentencesByPart {
  readonly part: 'cause' | 'purpose' | 'proof'
  /** By the value of that part; `''` where the event has none. */
  readonly sentences: Readonly<Record<string, EventSentence>>
  /** For every other value. Nothing where another event says the same. */
  readonly otherwise?: EventSentence
}

/** The parts of an event that decide its sentence. */
export interface EventParts extends Readonly<Record<SentencesByPart['part'], string | null>> {
  readonly name: string
}

/** The sentence about an event with these parts. Undefined where none is said. */
export function sentenceAbout(
  event: EventParts,
  sentence: EventEntry['sentence'],
): EventSentence | undefined {
  if (sentence === undefined || !('part' in sentence)) return sentence
  return sentence.sentences[event[sentence.part] ?? ''] ?? sentence.otherwise
}

/** The sentence for a supporter about an event with these parts. Undefined where none is said. */
export function sentenceForSupporters(
  event: EventParts,
  { sentence, forSupporters }: Pick<EventEntry, 'sentence' | 'forSupporters'>,
): EventSentence | undefined {
  const own = sentenceAbout(event, sentence)
  return sentence !== undefined && 'part' in sentence ? (own ?? forSupporters) : (forSupporters ?? own)
}

/** What a room says about one of its events. */
export interface EventEntry {
  /** What happened, for whoever reads the audit: docs/reference/audit-events.md has it. */
  readonly means: string
  readonly bound: EventBound
  /** Events of other rooms that one of this may be before, too, beside those that their bound names: so a room can be taken away. */
  readonly leadsTo?: readonly string[]
  /**
   * What its citizen reads about it; by its parts where one event has several sentences. Nothing where the event is never about a citizen, or where another
   * one says the same.
   */
  readonly sentence?: EventSentence | SentencesByPart
  /** What a supporter reads about it, where its citizen reads nothing, or what tells a supporter too little; of sentences by a part, only where none is said. */
  readonly forSupporters?: EventSentence
  /** It is about no account, so nobody's story has it, and it needs no sentence. */
  readonly about?: 'nobody'
  /** An investigation holds it back from its citizen until it is over (decision 130). */
  readonly heldBack?: true
}

/** The events of a room, or of all rooms, by their names. */
export type Events = Readonly<Record<string, EventEntry>>
