import { KEYBOARDS, type Keyboard, keyStep } from './keyboards.ts'
import { LEAST_PART_CHARACTERS, type PartFinder, type TakePart, takeRun } from './part.ts'
import type { Signs } from './signs.ts'
import { steppedRuns } from './stepped-runs.ts'

/** The choice of the first key, among about thirty. */
const START_MAGNITUDE = 1.5

/** The choice of the direction after a corner, among about six. */
const TURN_MAGNITUDE = 0.8

/** Walks with more corners are guessed no faster than any other text. */
const MOST_TURNS = 8

/** Every walk over neighbouring keys, and every shape that is repeated on the next keys, on each keyboard. */
export function keyboardParts({ plain }: Signs): PartFinder {
  const keyboards = KEYBOARDS.map((keyboard) => partsOn(keyboard, plain)).filter(
    (parts) => parts !== undefined,
  )
  return {
    kind: 'keyboard',
    partsFrom: (from, take) => {
      for (const partsFrom of keyboards) partsFrom(from, take)
    },
  }
}

function partsOn(keyboard: Keyboard, plain: readonly number[]): PartFinder['partsFrom'] | undefined {
  const positions = plain.map((sign) => keyboard.get(sign))
  if (positions.every((position) => position === undefined)) return undefined
  const figures = steppedRuns({ positions, stepOf: keyStep })
  const corners = cornersOf(positions)
  return (from, take) => {
    figures(from, take)
    walksFrom(corners, from, take)
  }
}

/** For each place, the next one where the direction of a walk changes. The same place where no walk goes on from it. */
function cornersOf(positions: readonly (number | undefined)[]): Uint16Array {
  const corners = new Uint16Array(positions.length)
  let [later, laterStep]: (number | undefined)[] = []
  for (let place = positions.length - 1; place >= 0; place -= 1) {
    const here = positions[place]
    const step = here === undefined || later === undefined ? undefined : keyStep(later - here)
    const end = step === laterStep ? (corners[place + 1] ?? place + 1) : place + 1
    corners[place] = step === undefined || step === 0 ? place : end
    later = here
    laterStep = step
  }
  return corners
}

/** The walks from a place: the longest with one direction, with two, and so on. */
function walksFrom(corners: Uint16Array, from: number, take: TakePart): void {
  let place = from
  for (let turns = 1; turns <= MOST_TURNS; turns += 1) {
    const corner = corners[place] ?? place
    if (corner === place) return
    place = corner
    takeRun(take, place + 1, START_MAGNITUDE + turns * TURN_MAGNITUDE, from + LEAST_PART_CHARACTERS)
  }
}
