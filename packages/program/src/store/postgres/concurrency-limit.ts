/** Lets at most `most` callers run at the same time. The others wait in the order of arrival. */
export function concurrencyLimit(most: number): { acquire(): Promise<Release> } {
  const waiting: (() => void)[] = []
  let inside = 0
  const release = () => {
    inside -= 1
    waiting.shift()?.()
  }
  return {
    async acquire() {
      // Counts a released waiter at once, before a new caller can take the place.
      if (inside >= most) await new Promise<void>((resolve) => waiting.push(() => void resolve(countOne())))
      else countOne()
      return once(release)
    },
  }

  function countOne(): void {
    inside += 1
  }
}

/** Frees the place for another caller. A second call does nothing. */
export type Release = () => void

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
