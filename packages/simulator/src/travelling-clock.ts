import { type Clock, type UnixMilliseconds, unixSeconds } from '@portico/identity/parts'

/**
 * Whose clock the times in tokens agree with, while this one is ahead. `machine`: the program's clock was not moved, so an
 * ID token that says the simulator's time would come from the future. `simulator`: the program's clock was moved by the same.
 */
export type ProgramClock = 'machine' | 'simulator'

/** A clock that can be moved forward. It never goes back, because no real one does. */
export interface TravellingClock extends Clock {
  /** How far it is ahead of the machine's clock. */
  aheadSeconds(): number
  /** Moves it forward. */
  forward(seconds: number): void
  /** How much to take off a time that a program reads. */
  shownAheadSeconds(): number
  programClock(): ProgramClock
  setProgramClock(which: ProgramClock): void
}

/** Makes a clock that agrees with this one until it is moved. */
export function createTravellingClock(machine: Clock): TravellingClock {
  let ahead = 0
  let programClock: ProgramClock = 'machine'
  const nowMilliseconds = () => (machine.nowMilliseconds() + ahead * 1000) as UnixMilliseconds
  return {
    nowMilliseconds,
    now: () => unixSeconds(nowMilliseconds() / 1000),
    aheadSeconds: () => ahead,
    forward: (seconds) => void (ahead += seconds),
    shownAheadSeconds: () => (programClock === 'machine' ? ahead : 0),
    programClock: () => programClock,
    setProgramClock: (which) => void (programClock = which),
  }
}
