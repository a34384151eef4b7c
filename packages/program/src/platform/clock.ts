/** Time as it is handed in: the present moment, and waiting. */
export interface Clock {
  now(): Date
  /** Resolves after so many milliseconds, or as soon as the signal aborts; an idle sleep keeps no process running. */
  sleep(milliseconds: number, signal?: AbortSignal, isIdle?: boolean): Promise<void>
}

/** The moment that lies so many milliseconds after another. */
export function asDate(from: Date, plusMilliseconds: number): Date {
  return new Date(from.getTime() + plusMilliseconds)
}
