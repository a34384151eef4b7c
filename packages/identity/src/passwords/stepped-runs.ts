import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type Part, type PartKind, runsFrom } from './part.ts'

/** Which step the run takes, and where it ends. */
const STEP_MAGNITUDE = 0.7

/** Up to so many runs may be woven into one another: `1qaz2wsx3edc` is four. */
const MOST_WOVEN = 4

/** A run is seen when each of its threads has so many characters. */
const LEAST_THREAD_CHARACTERS = 3

/** How places of signs are told by a number, and which differences are a step; zero is one. */
export interface Steps {
  readonly kind: PartKind
  readonly positions: readonly (number | undefined)[]
  /** The difference as a step; nothing where it is none. */
  stepOf(difference: number): number | undefined
}

/** Every run of equal steps, and of several such runs woven into one another. */
export function steppedRuns(steps: Steps): Part[] {
  return Array.from({ length: MOST_WOVEN }, (_, at) => wovenRuns(steps, at + 1)).flat()
}

/** The runs of so many threads: each sign is one step from the sign that stands `threads` places before it. */
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
