/** What this process knows and holds of one key in its present window. */
export interface Holding {
  endsAtMilliseconds: number
  /** Taken and not yet spent. */
  held: number
  /** Spent by this process in this window. */
  spentHere: number
  /** The greatest allowance that is known to be spent; 0 where none is. */
  exhausted: number
}

/** Nothing known: the window begins when the shared counter says so. */
export function newHolding(): Holding {
  return { endsAtMilliseconds: 0, held: 0, spentHere: 0, exhausted: 0 }
}

/** Whether the window is over, or ends later than any window could: then the clock was put back. */
export function hasEnded(holding: Holding, nowMilliseconds: number, windowMilliseconds: number): boolean {
  const remaining = holding.endsAtMilliseconds - nowMilliseconds
  return remaining <= 0 || remaining > windowMilliseconds
}

/** Goes on in the window that ends then; what was held in another one is worth nothing. */
export function enterWindow(holding: Holding, endsAtMilliseconds: number): void {
  if (endsAtMilliseconds !== holding.endsAtMilliseconds) Object.assign(holding, newHolding())
  holding.endsAtMilliseconds = endsAtMilliseconds
}

/** Spends one of those held; false when there is none. */
export function spendHeld(holding: Holding): boolean {
  if (holding.held === 0) return false
  holding.held -= 1
  holding.spentHere += 1
  return true
}
