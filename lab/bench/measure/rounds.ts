import type { Contestant, OperationName } from '../contestants/contestant.ts'
import type { FloorWork, WorkFloor } from '../contestants/floors.ts'
import type { Stage } from '../stage.ts'
import { type Chosen, isDisturbed, leastDisturbed } from './least-disturbed.ts'
import { measureSlice, type Slice, type SliceOf } from './slice.ts'

/** How long everything takes. */
export interface Pace {
  readonly rounds: number
  readonly warmUpSeconds: number
  readonly sliceSeconds: number
  /** How often a slice of which others took much is measured at most. */
  readonly tries: number
}

/** What is measured side by side. */
export interface Trial {
  readonly operation: OperationName
  readonly connections: number
  /** Bare work that is measured in the same rounds. */
  readonly floor?: FloorWork
}

/** What came of a trial: the slices of each contestant in the order of the rounds. */
export interface TrialResult extends Trial {
  readonly slices: Readonly<Record<string, readonly Slice[]>>
}

/** Whom rounds are run with. */
export interface Field {
  readonly contestants: readonly Contestant[]
  readonly workFloor?: WorkFloor
}

/** One-time requests of the first, short slice, which tells how many a whole slice takes. */
const PILOT_AMOUNT = 400

const ONCE_ONLY: readonly OperationName[] = ['code-exchange', 'registration']

/** Warms every contestant up, then measures them in turn, round by round: A B A B … */
export async function runTrial(
  stage: Stage,
  field: Field,
  { trial, pace }: { trial: Trial; pace: Pace },
): Promise<TrialResult> {
  const contestants = field.contestants.filter((one) => one.operations.includes(trial.operation))
  const slices: Record<string, Slice[]> = {}
  const amounts = new Map<string, number>()
  for (const contestant of contestants) {
    amounts.set(contestant.name, await warmUp(stage, contestant, { trial, pace }))
    slices[contestant.name] = []
  }
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const contestant of contestants) {
      const amount = amounts.get(contestant.name) ?? PILOT_AMOUNT
      const what = sliceOf(trial, pace.sliceSeconds, amount)
      const slice = await leastDisturbed(pace.tries, () => measureSlice(stage, contestant, what))
      slices[contestant.name]?.push(slice)
      stage.say(progressOf(trial, { round, rounds: pace.rounds, name: contestant.name, slice }))
    }
    await measureFloor(field, { trial, pace, slices })
  }
  return { ...trial, slices }
}

/** Runs a contestant until it is warm; returns how many one-time requests a slice takes. */
async function warmUp(
  stage: Stage,
  contestant: Contestant,
  { trial, pace }: { trial: Trial; pace: Pace },
): Promise<number> {
  if (!ONCE_ONLY.includes(trial.operation)) {
    await measureSlice(stage, contestant, sliceOf(trial, pace.warmUpSeconds, PILOT_AMOUNT))
    return PILOT_AMOUNT
  }
  const pilot = await measureSlice(stage, contestant, sliceOf(trial, 1, PILOT_AMOUNT))
  const warm = await measureSlice(
    stage,
    contestant,
    sliceOf(trial, pace.warmUpSeconds, amountFor(pilot, pace.warmUpSeconds)),
  )
  return amountFor(warm, pace.sliceSeconds)
}

function amountFor({ perSecond }: Slice, seconds: number): number {
  return Math.max(PILOT_AMOUNT, Math.ceil(perSecond * seconds))
}

async function measureFloor(
  { workFloor }: Field,
  { trial, pace, slices }: { trial: Trial; pace: Pace; slices: Record<string, Slice[]> },
): Promise<void> {
  if (!trial.floor || !workFloor) return
  const { answers, seconds } = await workFloor(trial.floor, Math.min(2, pace.sliceSeconds))
  slices[trial.floor] = [...(slices[trial.floor] ?? []), { perSecond: answers / seconds }]
}

function sliceOf({ operation, connections }: Trial, seconds: number, amount: number): SliceOf {
  return { operation, connections, seconds, amount }
}

function progressOf(
  { operation, connections }: Trial,
  { round, rounds, name, slice }: { round: number; rounds: number; name: string; slice: Chosen<Slice> },
): string {
  const { perSecond, stolen = 0, tries } = slice
  const best = tries > 1 ? `, the best of ${tries} tries` : ''
  const lost = isDisturbed(slice) ? `, with ${Math.round(stolen * 100)} % of the machine lost to others` : ''
  return `${operation} at ${connections}, round ${round} of ${rounds}: ${name} ${Math.round(perSecond)}/s${lost}${best}`
}
