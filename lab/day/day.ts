import type { ConnectedProgram } from './people/connected-programs.ts'
import type { Town } from './people/town.ts'
import type { Stage } from './stage/open-stage.ts'
import type { Answers } from './traffic/answers.ts'

/** Everything that the hours of the day work with. */
export interface Day {
  readonly stage: Stage
  readonly answers: Answers
  readonly town: Town
  readonly programs: readonly ConnectedProgram[]
  /** A program that citizens entered once, and that is disabled. */
  readonly closed: ConnectedProgram
  /** How much happens, beside a day of 100,000 citizens. */
  readonly scale: number
  /** Counts one more of something, for the line of the hour. */
  count(what: string, more?: number): void
}

/** A number for 100,000 citizens, as this day has it: at least `least`. */
export function scaled({ scale }: Pick<Day, 'scale'>, number: number, least = 1): number {
  return Math.max(least, Math.round(number * scale))
}
