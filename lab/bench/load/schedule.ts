/** Evenly so many requests a second, whatever their answers do. */
export interface Schedule {
  /** When the next request is due, in the milliseconds of `performance.now()`; each call takes one. */
  take(): number
}

/** Starts a schedule; who is late stays late, so that a server that stalls is seen to. */
export function createSchedule(startsAt: number, perSecond: number): Schedule {
  if (!(perSecond > 0)) throw new Error(`Nothing can be sent ${perSecond} times a second`)
  let taken = 0
  return {
    take() {
      const dueAt = startsAt + (taken * 1000) / perSecond
      taken += 1
      return dueAt
    },
  }
}
