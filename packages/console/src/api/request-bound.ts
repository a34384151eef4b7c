import type { Clock } from '@portico/identity/parts'

const MINUTE_SECONDS = 60

/** How many requests a key has within a minute. Each look is in the audit, so a machine that runs wild would fill it. */
export const MOST_REQUESTS = 300

/** Counts the requests of each key within a minute, in this process. It keeps a machine from running wild, and no secret: a right key is all that it counts. */
export function requestBound({ clock }: { readonly clock: Clock }): (key: string) => number | undefined {
  const counted = new Map<string, number>()
  let began = clock.now()
  return (key) => {
    const now = clock.now()
    if (now < began || now >= began + MINUTE_SECONDS) {
      counted.clear()
      began = now
    }
    const count = (counted.get(key) ?? 0) + 1
    counted.set(key, count)
    return count > MOST_REQUESTS ? began + MINUTE_SECONDS - now : undefined
  }
}
