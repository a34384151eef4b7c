import type { UnixSeconds } from '../clock.ts'
import type { Html } from '../html.ts'

/** The values of what an act has done. Stored as JSON. */
export interface DoneFacts {
  readonly at?: UnixSeconds
  readonly days?: number
  /** The name of a letter, as the outbox has it. */
  readonly letter?: string
}

/** The same values in the words of a reader. What the act has not is empty. */
export interface DoneValues {
  readonly at: Html
  readonly days: number
  readonly letter: Html
}

/** What an act says when it is done, in one sentence. The English one begins with "The citizen" or "The account", in whose place a command names the citizen. */
export type SaysDone = string | ((values: DoneValues) => Html)
