import type { UnixSeconds } from '../platform/clock.ts'
import type { DoneFacts } from '../platform/room/done.ts'
import type { HeldWay } from '../platform/room/holds.ts'

/** What an act does to something that a citizen has: the room that has it, its name there, how much less or more, and how much there is then. */
export interface EffectFact {
  readonly tells: 'effect'
  readonly room: string
  readonly name: string
  readonly way: HeldWay
  readonly count: number
  readonly then: number
}

/** A letter that an act writes. */
export interface LetterFact {
  readonly tells: 'letter'
  readonly kind: string
  readonly recipient: string
}

/** What an act, by the words of its command, has done: the name of a sentence of its words (`ActWords`), with the values in it. */
export interface DoneFact extends DoneFacts {
  readonly tells: 'done'
  readonly act: string
  readonly says: 'done' | 'until' | 'already' | 'suspended'
}

/** An act that another operator has asked for. */
export interface AskedFact {
  readonly tells: 'asked'
  readonly act: string
  readonly subject: string
  readonly options: Readonly<Record<string, string>>
  readonly operator: string
  readonly at: UnixSeconds
  readonly reason: string
}

/** One thing that is said about an act, as values: whoever shows it says it in the language and the time zone of who reads. Stored as JSON. */
export type Fact =
  | EffectFact
  | LetterFact
  | DoneFact
  | AskedFact
  | { readonly tells: 'no-letter' }
  | { readonly tells: 'needs-consent' }
  | { readonly tells: 'unchanged' }
  /** What an act would do that its asker was not told, and the other way round. */
  | { readonly tells: 'now-also'; readonly what: Said }
  | { readonly tells: 'no-longer'; readonly what: Said }
  | { readonly tells: 'waits'; readonly number: number; readonly until: UnixSeconds }
  | { readonly tells: 'withdrawn'; readonly number: number }

/** A fact with its English sentence. Without a fact, as an earlier release stored it, there is the sentence alone. */
export interface Said {
  readonly says: string
  readonly fact?: Fact
}

/** One thing that an act was said to do: its words, and the same without the number. */
export interface Told extends Said {
  readonly kind: string
}

/** Why an act is refused, as values: the act whose words say it, if one does, a code, and a number of its sentence. Stored as JSON. */
export interface RefusalFact {
  readonly act?: string
  readonly code: string
  readonly count?: number
}

/** What a forecast has that another one has not. Numbers of the same thing are no difference. */
export function toldBeside(all: readonly Told[], others: readonly Told[]): readonly Told[] {
  return all.filter(({ kind }) => !others.some((other) => other.kind === kind))
}

/** Whether two forecasts tell the same. */
export function tellSame(one: readonly Told[], other: readonly Told[]): boolean {
  return toldBeside(one, other).length + toldBeside(other, one).length === 0
}
