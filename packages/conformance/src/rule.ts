import type { Extras, Stage } from './stage.ts'

/** A sentence of the contract, as it stands there, or of an RFC. */
export interface Sentence {
  /** The section of the contract; with the RFC's number, the one of an RFC. */
  readonly section: string
  readonly text: string
}

/** One thing that a program must do, tried from outside. */
export interface Rule extends Sentence {
  readonly id: string
  /** What the run has to be told for it. Without that it is not tried. */
  readonly needs?: keyof Extras
  /** Throws `Broken` where the program does something else. */
  check(stage: Stage): Promise<void>
}
