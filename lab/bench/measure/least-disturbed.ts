/** If other machines of the host take this share of the machine or more, a slice counts as disturbed. */
export const DISTURBED = 0.05

/** A measurement, with the share of the machine that others took, if the machine reports it. */
interface Disturbable {
  readonly stolen?: number | undefined
}

/** The chosen measurement. Only the share of the others decides, never the result. */
export type Chosen<Measured> = Measured & {
  /** How often it was measured. */
  readonly tries: number
}

/**
 * Measures until others took almost nothing of the machine, at most this many times. Returns the measurement of which they
 * took the least. Throws at the first measurement that fails.
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

/** Whether others took so much that it should be measured again. */
export function isDisturbed(measured: Disturbable): boolean {
  return takenOf(measured) > DISTURBED
}

function takenOf({ stolen = 0 }: Disturbable): number {
  return stolen
}
