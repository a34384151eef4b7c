/** Callers of the same work: as many as are needed, up to a limit. */
export interface Workforce {
  /** Makes sure that a caller looks for work after this moment. */
  call(): void
  /** Waits until no caller works any more. */
  finished(): Promise<void>
}

/** Makes a workforce. `work` ends where there is nothing to do, and must not throw. */
export function createWorkforce(most: number, work: () => Promise<void>): Workforce {
  const workers = new Set<Promise<void>>()
  let calledMeanwhile = false
  const begin = async () => {
    do {
      calledMeanwhile = false
      await work()
    } while (calledMeanwhile)
  }
  return {
    call: () => {
      if (workers.size >= most) {
        calledMeanwhile = true
        return
      }
      const worker = begin()
      workers.add(worker)
      void worker.then(() => workers.delete(worker))
    },
    finished: async () => {
      while (workers.size > 0) await Promise.all(workers)
    },
  }
}
