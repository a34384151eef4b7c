/** Lets in at most `most` at once, and the others in the order in which they came. */
export function concurrencyLimit(most: number): { acquire(): Promise<Release> } {
  const waiting: (() => void)[] = []
  let inside = 0
  const release = () => {
    inside -= 1
    waiting.shift()?.()
  }
  return {
    async acquire() {
      // Whoever is let in is counted at once, before anybody new can come.
      if (inside >= most) await new Promise<void>((resolve) => waiting.push(() => void resolve(countOne())))
      else countOne()
      return once(release)
    },
  }

  function countOne(): void {
    inside += 1
  }
}

/** To be called by whoever is inside, when that is over; a second call does nothing. */
export type Release = () => void

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
