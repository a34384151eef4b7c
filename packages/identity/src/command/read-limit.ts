import { type Given, UsageFault } from './command.ts'

/** How many events `portico audit` shows. */
export const SHOWN_EVENTS = { standard: 50, most: 10_000 } as const

/** Reads `--limit`. Throws UsageFault. */
export function readLimit(given: Given): number {
  const words = given.text('limit') ?? String(SHOWN_EVENTS.standard)
  const limit = /^\d{1,6}$/.test(words) ? Number(words) : Number.NaN
  if (limit >= 1 && limit <= SHOWN_EVENTS.most) return limit
  throw new UsageFault(`--limit '${words}' is not a whole number from 1 to ${SHOWN_EVENTS.most}.`)
}
