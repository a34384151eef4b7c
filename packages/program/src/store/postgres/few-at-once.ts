/** Lets in at most `most` at once, and the others in the order in which they came. */
export function fewAtOnce(most: number): { enter(): Promise<Leave> } {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = () => {
    inside -= 1
    waiting.shift()?.()
  }
  return {
    async enter() {
      // Whoever is let in is counted at once, before anybody new can come.
      if (inside >= most) await new Promise<void>((resolve) => waiting.push(() => void resolve(countOne())))
      else countOne()
      return once(leave)
    },
  }

  function countOne(): void {
    inside += 1
  }
}

/** To be called by whoever is inside, when that is over; a second call does nothing. */
export type Leave = () => void

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
