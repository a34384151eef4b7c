import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Pace, TrialResult } from '../measure/rounds.ts'
import type { Start } from '../measure/start-up.ts'

/** Where the figures come from. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly system: string
  readonly node: string
  readonly pinned: boolean
}

/** Everything that a run measured. */
export interface Results {
  readonly at: string
  readonly machine: Machine
  readonly pace: Pace
  readonly starts: Readonly<Record<string, readonly Start[]>>
  readonly trials: readonly TrialResult[]
  /** The most memory that each server ever held, in MiB. */
  readonly peakMebibytes: Readonly<Record<string, number | undefined>>
}

/** The folder of the results. */
export const RESULTS_FOLDER = fileURLToPath(new URL('../results/', import.meta.url))

/** Describes this machine. */
export function describeMachine(pinned: boolean): Machine {
  const all = cpus()
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGibibytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    pinned,
  }
}

/** Writes a file beside the others of the results. */
export function writeResult(name: string, content: string): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true })
  writeFileSync(RESULTS_FOLDER + name, content)
}
