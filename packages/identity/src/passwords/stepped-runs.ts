import { CHARACTER_MAGNITUDE, CHOICE_MAGNITUDE, type PartFinder, takeRun } from './part.ts'

/** The choice of the step, and of the end of the run. */
const STEP_MAGNITUDE = 0.7

/** The most runs that may be interleaved: `1qaz2wsx3edc` has four. */
const MOST_WOVEN = 4

/** A run counts when each of its interleaved runs has this many characters. */
const LEAST_THREAD_CHARACTERS = 3

/** The numbers of signs, and which differences are a step. Zero is one. */
export interface Steps {
  readonly positions: readonly (number | undefined)[]
  /** The difference as a step. Nothing where it is no step. */
  stepOf(difference: number): number | undefined
}

/** No step has this number. */
const NO_STEP = 2 ** 15 - 1

/** Every run of equal steps, and every interleaving of several such runs. */
export function steppedRuns(steps: Steps): PartFinder['partsFrom'] {
  const woven = Array.from({ length: MOST_WOVEN }, (_, at) => wovenRuns(steps, at + 1))
  const present = woven.filter((runs) => runs !== undefined)
  return (from, take) => {
    for (const partsFrom of present) partsFrom(from, take)
  }
}

/** The runs of this many threads: each sign is one step from the sign `threads` places before it. Nothing where there is none. */
function wovenRuns(steps: Steps, threads: number): PartFinder['partsFrom'] | undefined {
  const taken = stepsAcross(steps, threads)
  const ends = new Uint16Array(taken.length)
  let [equal, same, hasRuns] = [0, 0, false]
  for (let from = taken.length - 1; from >= 0; from -= 1) {
    const step = taken[from]
    equal = step !== NO_STEP && step === taken[from + threads] ? equal + 1 : 0
    same = step === 0 ? same + 1 : 0
    if (equal === 0 || same >= threads) continue
    ends[from] = from + equal + 2 * threads
    hasRuns = true
  }
  if (!hasRuns) return undefined
  const magnitude = threads * CHARACTER_MAGNITUDE + STEP_MAGNITUDE + (threads - 1) * CHOICE_MAGNITUDE
  return (from, take) => takeRun(take, ends[from] ?? 0, magnitude, from + LEAST_THREAD_CHARACTERS * threads)
}

/** The step from each place to the one that is so many places later, or `NO_STEP`. */
function stepsAcross({ positions, stepOf }: Steps, places: number): Int16Array {
  const steps = new Int16Array(positions.length).fill(NO_STEP)
  for (let place = 0; place + places < positions.length; place += 1) {
    const here = positions[place]
    const next = positions[place + places]
    if (here !== undefined && next !== undefined) steps[place] = stepOf(next - here) ?? NO_STEP
  }
  return steps
}
