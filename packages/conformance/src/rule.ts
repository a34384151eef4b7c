import type { Stage } from './stage.ts'

/** A sentence of the contract, as it stands there. */
export interface Sentence {
  readonly section: string
  readonly text: string
}

/** One thing that a program must do, tried from outside. */
export interface Rule extends Sentence {
  readonly id: string
  /** Throws `Broken` where the program does something else. */
  check(stage: Stage): Promise<void>
}
