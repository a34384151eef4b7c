/** One row of the score card. */
export interface Measure {
  readonly name: string
  readonly now: number
  readonly wanted: number
  /** Whether more is better. Without it, fewer is better. */
  readonly isShare?: boolean
  /** What was counted, for people who want to improve the value. */
  readonly found: readonly string[]
}

/** Whether a row has the wanted value. */
export function isGood({ now, wanted, isShare = false }: Measure): boolean {
  return isShare ? now >= wanted : now <= wanted
}
