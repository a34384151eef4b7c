import type { ByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { ExplainNeeds, Explains, Finding, Reader, Said } from '../platform/room/explains.ts'

/** What a question is asked with: what every room can tell, too. */
export interface AskNeeds extends Basics, ByOperator, ExplainNeeds {
  readonly explains: readonly Explains[]
  /** The name of the look in the audit, where it is not that of the question. */
  readonly looksAs?: string
  /** Within so many seconds, the same look again is one. */
  readonly sameWithinSeconds?: number | undefined
  /** Called with a sentence about the progress of a long search. */
  readonly progress: (line: string) => void
  /** Ends a search early. */
  readonly stopped: AbortSignal
}

/** The answer about somebody: what keeps them out, and all that was found, what keeps them out most first. */
export interface Verdict {
  /** What the operator's word was taken for. */
  readonly as: string
  readonly subject: string | undefined
  /** The language of the account. */
  readonly language: string | undefined
  readonly verdictFor: (reader: Reader) => Said
  /** The finding that the verdict ends with. */
  readonly because: Finding | undefined
  readonly findings: readonly Finding[]
}

/** What an operator asks about somebody who may have no account: `portico citizen VERB WHO`. */
export interface Question {
  readonly verb: string
  readonly summary: string
  readonly operand: string
  readonly ask: (needs: AskNeeds, who: string) => Promise<Verdict>
}
