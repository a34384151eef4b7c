import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type Part, type PartKind, runsFrom } from './part.ts'

/** The choice of the step, and of the end of the run. */
const STEP_MAGNITUDE = 0.7

/** The most runs that may be interleaved: `1qaz2wsx3edc` has four. */
const MOST_WOVEN = 4

/** A run counts when each of its interleaved runs has this many characters. */
const LEAST_THREAD_CHARACTERS = 3

/** The numbers of signs, and which differences are a step. Zero is one. */
export interface Steps {
  readonly kind: PartKind
  readonly positions: readonly (number | undefined)[]
  /** The difference as a step. Nothing where it is no step. */
  stepOf(difference: number): number | undefined
}

/** Every run of equal steps, and every interleaving of several such runs. */
export function steppedRuns(steps: Steps): Part[] {
  return Array.from({ length: MOST_WOVEN }, (_, at) => wovenRuns(steps, at + 1)).flat()
}

/** The runs of this many threads: each sign is one step from the sign `threads` places before it. */
function wovenRuns({ kind, positions, stepOf }: Steps, threads: number): Part[] {
  const taken = positions.map((position, place) => {
    const next = positions[place + threads]
    return position === undefined || next === undefined ? undefined : stepOf(next - position)
  })
  const magnitude = threads * CHARACTER_MAGNITUDE + STEP_MAGNITUDE + (threads - 1) * CHOICE_MAGNITUDE
  const parts: Part[] = []
  let equalSteps = 0
  for (let from = taken.length - 1; from >= 0; from -= 1) {
    const step = taken[from]
    equalSteps = step !== undefined && step === taken[from + threads] ? equalSteps + 1 : 0
    if (equalSteps === 0 || taken.slice(from, from + threads).every((one) => one === 0)) continue
    const run = { kind, from, until: from + equalSteps + 2 * threads, magnitude }
    parts.push(...runsFrom(run, LEAST_THREAD_CHARACTERS * threads))
  }
  return parts
}
