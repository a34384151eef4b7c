import type { Candidate, OperationName } from '../candidates/candidate.ts'
import type { Testbed } from '../testbed.ts'
import { type Chosen, isDisturbed, leastDisturbed } from './least-disturbed.ts'
import { measureSlice, type Slice } from './slice.ts'

/** The number and the length of rounds and slices. */
export interface Pace {
  readonly rounds: number
  readonly warmUpSeconds: number
  readonly sliceSeconds: number
  /** How often a disturbed slice is measured at most. */
  readonly tries: number
}

/** An operation, and the servers that are measured side by side. */
export interface Trial {
  readonly operation: OperationName
  readonly connections: number
}

/** The result of a trial: the slices of each candidate in the order of the rounds. */
export interface TrialResult extends Trial {
  readonly slices: Readonly<Record<string, readonly Slice[]>>
}

/** The one-time requests of the first, short slice, from which the number for a whole slice is computed. */
const PILOT_AMOUNT = 400

const ONCE_ONLY: readonly OperationName[] = ['code-exchange', 'registration']

/** The trials of a run, and its settings. */
export interface Trials {
  readonly trials: readonly Trial[]
  readonly pace: Pace
  /** The wanted operations; undefined for all. */
  readonly only: readonly string[] | undefined
}

/** Runs the wanted trials, one after the other. `onResult` gets each result at once. */
export async function runTrials(
  testbed: Testbed,
  candidates: readonly Candidate[],
  { trials, pace, only }: Trials,
  onResult: (result: TrialResult) => void = () => undefined,
): Promise<readonly TrialResult[]> {
  const results: TrialResult[] = []
  for (const trial of trials.filter(({ operation }) => only?.includes(operation) ?? true)) {
    const result = await runTrial(testbed, candidates, { trial, pace })
    onResult(result)
    results.push(result)
  }
  return results
}

/** Warms every candidate up. Then measures them in turn, round by round: A B A B … */
async function runTrial(
  testbed: Testbed,
  all: readonly Candidate[],
  { trial, pace }: { trial: Trial; pace: Pace },
): Promise<TrialResult> {
  const candidates = all.filter((one) => one.operations.includes(trial.operation))
  const slices: Record<string, Slice[]> = Object.fromEntries(candidates.map(({ name }) => [name, []]))
  const measure = (candidate: Candidate, seconds: number, amount = PILOT_AMOUNT) =>
    measureSlice(testbed, candidate, { ...trial, seconds, amount })
  const amounts = new Map<Candidate, number>()
  for (const candidate of candidates)
    amounts.set(candidate, await warm(trial, pace, (seconds, amount) => measure(candidate, seconds, amount)))
  const { operation, connections } = trial
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const candidate of candidates) {
      const slice = await leastDisturbed(pace.tries, () =>
        measure(candidate, pace.sliceSeconds, amounts.get(candidate)),
      )
      slices[candidate.name]?.push(slice)
      testbed.say(
        `${operation} at ${connections}, round ${round} of ${pace.rounds}: ${candidate.name} ${wordsOf(slice)}`,
      )
    }
  }
  return { ...trial, slices }
}

/** Warms a candidate up. Returns how many one-time requests a slice needs. */
async function warm(
  { operation }: Trial,
  { warmUpSeconds, sliceSeconds }: Pace,
  measure: (seconds: number, amount?: number) => Promise<Slice>,
): Promise<number> {
  const amountFor = ({ perSecond }: Slice, seconds: number) =>
    Math.max(PILOT_AMOUNT, Math.ceil(perSecond * seconds))
  if (!ONCE_ONLY.includes(operation)) return measure(warmUpSeconds).then(() => PILOT_AMOUNT)
  const pilot = await measure(1)
  return amountFor(await measure(warmUpSeconds, amountFor(pilot, warmUpSeconds)), sliceSeconds)
}

function wordsOf(slice: Chosen<Slice>): string {
  const { perSecond, stolen = 0, tries } = slice
  const lost = isDisturbed(slice) ? `, with ${Math.round(stolen * 100)} % of the machine lost to others` : ''
  return `${Math.round(perSecond)}/s${lost}${tries > 1 ? `, the best of ${tries} tries` : ''}`
}
