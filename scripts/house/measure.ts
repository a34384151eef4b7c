/** One row of the score card. */
export interface Measure {
  readonly name: string
  readonly now: number
  readonly wanted: number
  /** Whether more is better; fewer is better where it is left out. */
  readonly isShare?: boolean
  /** What is counted, for whoever wants to make it fewer. */
  readonly found: readonly string[]
}

/** Whether a row is as it is wanted. */
export function isGood({ now, wanted, isShare = false }: Measure): boolean {
  return isShare ? now >= wanted : now <= wanted
}
