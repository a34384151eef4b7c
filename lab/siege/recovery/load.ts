import { setTimeout as wait } from 'node:timers/promises'
import { type Ledger, openLedger } from '../kills/ledger.ts'
import { prepareOperations, type Round } from '../kills/operations.ts'
import type { Deployment } from '../targets/deployment.ts'

const ROUND_MILLISECONDS = 1_000

/** Everything that the load of a part of the time has seen acknowledged, and what went wrong. */
export interface Part {
  readonly deployment: Deployment
  readonly ledger: Ledger
  readonly registered: string[]
  readonly faults: string[]
  /** Operations that ended with no answer, or with 503. */
  unanswered: number
}

/** A part of the time, without load yet. */
export function openPart(deployment: Deployment): Part {
  return { deployment, ledger: openLedger(), registered: [], faults: [], unanswered: 0 }
}

/** Runs rounds of the mixed load of the kills until `isOver`, at least one. */
export async function load(part: Part, isOver: () => boolean): Promise<void> {
  do await runRound(part, () => wait(ROUND_MILLISECONDS))
  while (!isOver())
}

/** Runs one round of load while something else happens. */
export async function runRound<Value>(part: Part, meanwhile: () => Promise<Value>): Promise<Value> {
  const round: Round = { ...part, isKilled: false }
  const operations = await prepareOperations(round)
  const running = operations.map((operation) => operation())
  const value = await meanwhile()
  round.isKilled = true
  const ends = await Promise.all(running)
  part.unanswered += ends.filter((end) => end === 'unanswered').length
  return value
}
