/**
 * Makes refusals of passwords take the same time, whichever hash was compared. `begunAt`: when the request began, in milliseconds of `now`.
 * `isForeign`: this one was compared with a hash of another system. It works for nothing while it waits.
 */
export type EvenOut = (begunAt: number, isForeign: boolean) => Promise<void>

/** No refusal is held for longer, however slow another one was. */
const MOST_MILLISECONDS = 2_000

/** The slowest refusal counts for so long. */
const COUNTS_FOR_MILLISECONDS = 3_600_000

/** Evens out refusals. Where no password was compared with a hash of another system for an hour, it holds none. */
export function evenRefusals({
  now,
  wait,
}: {
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
}): EvenOut {
  let slowest = { milliseconds: 0, at: 0 }
  const isOver = () => now() - slowest.at > COUNTS_FOR_MILLISECONDS
  return async (begunAt, isForeign) => {
    const taken = Math.min(now() - begunAt, MOST_MILLISECONDS)
    if (isForeign && (isOver() || taken >= slowest.milliseconds)) slowest = { milliseconds: taken, at: now() }
    const left = (isOver() ? 0 : slowest.milliseconds) - taken
    if (left > 0) await wait(left)
  }
}
