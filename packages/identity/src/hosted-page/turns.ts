import type { Awaitable } from '../platform/result.ts'

/** How many begin in each round of the event loop. */
const IN_A_ROUND = 2

/** Lets work begin, a little in each round of the event loop, first come, first served. */
export type InTurn = <Value>(begin: () => Awaitable<Value>) => Awaitable<Value>

/**
 * Opens turns. Where many ask at once, the requests of programs, which wait for nobody's turn, are answered between them. Where few ask,
 * nobody waits.
 */
export function openTurns(): InTurn {
  const waiting: (() => void)[] = []
  let begun = 0
  let isGoing = false
  const nextRound = (): void => {
    isGoing = begun > 0
    begun = 0
    if (isGoing) setImmediate(nextRound)
    for (const begin of waiting.splice(0, IN_A_ROUND)) {
      begun += 1
      begin()
    }
  }
  return (begin) => {
    if (begun >= IN_A_ROUND) return new Promise<void>((resolve) => void waiting.push(resolve)).then(begin)
    begun += 1
    if (!isGoing) setImmediate(nextRound)
    isGoing = true
    return begin()
  }
}

/** The event loop is one for all services of a process. */
export const inTurn = openTurns()
