import type { PartFinder } from './part.ts'
import type { Signs } from './signs.ts'
import { steppedRuns } from './stepped-runs.ts'

/** Letters and digits form circles: 0 follows 9, and a follows z. */
const ROUNDS: ReadonlyMap<number, number> = new Map([
  [-9, 1],
  [9, -1],
  [-25, 1],
  [25, -1],
])

/** So `acegik` and `369` are runs, too. */
const LONGEST_STEP = 3

/** Every run in the order of an alphabet or of numbers, up or down: `abcdef`, `987654`, `1a2b3c`, `010203`. */
export function sequenceParts({ plain }: Signs): PartFinder {
  const runs = steppedRuns({
    positions: plain,
    stepOf: (difference) =>
      ROUNDS.get(difference) ?? (Math.abs(difference) <= LONGEST_STEP ? difference : undefined),
  })
  return { kind: 'sequence', partsFrom: runs }
}
