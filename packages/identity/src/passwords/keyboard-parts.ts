import { KEYBOARDS, keyStep } from './keyboards.ts'
import { LEAST_PART_CHARACTERS, type Part, runsFrom } from './part.ts'
import type { Signs } from './signs.ts'
import { steppedRuns } from './stepped-runs.ts'

type Positions = readonly (number | undefined)[]

/** The choice of the first key, among about thirty. */
const START_MAGNITUDE = 1.5

/** The choice of the direction after a corner, among about six. */
const TURN_MAGNITUDE = 0.8

/** Walks with more corners are guessed no faster than any other text. */
const MOST_TURNS = 8

/** Every walk over neighbouring keys, and every shape that is repeated on the next keys, on each keyboard. */
export function keyboardParts({ plain }: Signs): Part[] {
  return KEYBOARDS.flatMap((keyboard) => {
    const positions = plain.map((sign) => keyboard.get(sign))
    if (positions.every((position) => position === undefined)) return []
    const figures = steppedRuns({ kind: 'keyboard', positions, stepOf: keyStep })
    return [...figures, ...plain.flatMap((_, from) => walksFrom(positions, from))]
  })
}

/** The walks from a place: the longest with one direction, with two, and so on. */
function walksFrom(positions: Positions, from: number): Part[] {
  const walks: Part[] = []
  let turns = 0
  let direction: number | undefined
  for (let place = from; turns <= MOST_TURNS; place += 1) {
    const step = stepAt(positions, place)
    if (step === direction && step !== undefined) continue
    if (turns > 0) walks.push(...walk(from, place + 1, turns))
    if (step === undefined) break
    direction = step
    turns += 1
  }
  return walks
}

function walk(from: number, until: number, turns: number): Part[] {
  const magnitude = START_MAGNITUDE + turns * TURN_MAGNITUDE
  return runsFrom({ kind: 'keyboard', from, until, magnitude }, LEAST_PART_CHARACTERS)
}

/** The step from one place to the next. The same key again is no step. */
function stepAt(positions: Positions, place: number): number | undefined {
  const [here, next] = [positions[place], positions[place + 1]]
  const step = here === undefined || next === undefined ? undefined : keyStep(next - here)
  return step === 0 ? undefined : step
}
