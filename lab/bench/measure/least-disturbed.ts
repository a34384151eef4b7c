/** From this share of the machine on what other machines of the host take makes a slice unlike the others. */
export const DISTURBED = 0.05

/** What tells how much of the machine others took meanwhile, where the machine tells. */
interface Disturbable {
  readonly stolen?: number | undefined
}

/** One that was chosen by what others took alone, never by what came of it. */
export type Chosen<Measured> = Measured & {
  /** How often it was measured. */
  readonly tries: number
}

/**
 * Measures until others took next to nothing of the machine meanwhile, at most so many times; gives the try of which they
 * took the least. Whatever is measured fails as a whole with the first try that fails.
 */
export async function leastDisturbed<Measured extends Disturbable>(
  most: number,
  measure: () => Promise<Measured>,
): Promise<Chosen<Measured>> {
  let least = await measure()
  let tries = 1
  for (; tries < most && isDisturbed(least); tries += 1) {
    const again = await measure()
    if (takenOf(again) < takenOf(least)) least = again
  }
  return { ...least, tries }
}

/** Whether others took so much that it is worth another try. */
export function isDisturbed(measured: Disturbable): boolean {
  return takenOf(measured) > DISTURBED
}

function takenOf({ stolen = 0 }: Disturbable): number {
  return stolen
}
