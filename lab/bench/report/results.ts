import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { placeBetween } from '../../kit/markdown.ts'
import type { Pace, TrialResult } from '../measure/rounds.ts'
import type { Start } from '../measure/starts.ts'
import type { Options } from '../options.ts'
import type { Testbed } from '../testbed.ts'

/** The machine of the figures. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly system: string
  readonly node: string
  /** Version and build of the PostgreSQL. */
  readonly postgres: string
  readonly pinned: boolean
}

/** When, where and how a run measured. */
export interface RunFigures {
  readonly at: string
  readonly machine: Machine
  readonly pace: Pace
}

/** All results of a run. */
export interface Results extends RunFigures {
  readonly starts: Readonly<Record<string, readonly Start[]>>
  readonly trials: readonly TrialResult[]
  /** The maximum of each server's memory, in MiB. */
  readonly peakMebibytes: Readonly<Record<string, number | undefined>>
}

const RESULTS_FOLDER = fileURLToPath(new URL('../results/', import.meta.url))

/** The page that shows the latest figures. */
export const DOCUMENT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))

/** Describes a run on this machine, at this moment. */
export function runFigures({ pinning, postgres }: Testbed, pace: Pace): RunFigures {
  const all = cpus()
  const machine = {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGibibytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: postgres.about,
    pinned: pinning.pinned,
  }
  return { at: new Date().toISOString(), machine, pace }
}

/** Machine, Node and PostgreSQL in words. */
export function aboutMachine({ at, machine }: Pick<RunFigures, 'at' | 'machine'>): string {
  const { processor, cores, system, node, postgres } = machine
  return `Measured ${at} on ${processor} (${cores} cores, ${system}), Node ${node}, ${postgres}`
}

/** A run in one paragraph. */
export function headOf({
  cores = 'server on core 0, PostgreSQL and load on core 1',
  ...run
}: RunFigures & { readonly cores?: string }): string {
  const { rounds, sliceSeconds, warmUpSeconds } = run.pace
  const where = run.machine.pinned ? cores : 'NOT pinned to cores'
  return `${aboutMachine(run)}, ${where}; ${rounds} interleaved rounds of ${sliceSeconds} s after ${warmUpSeconds} s of warm-up. Absolute figures hold for this machine alone; the ratio is what to quote.`
}

/** The name of a run, and where its figures go. */
export type Published = Pick<Options, 'mode' | 'write' | 'quick' | 'only'>

/** Prints a report, writes its figures as JSON, and with `--write` puts it into the documentation. */
export function publishReport(run: Published, report: string, figures: object): void {
  process.stdout.write(report)
  const folder = RESULTS_FOLDER + placeOf(run)
  mkdirSync(folder, { recursive: true })
  const name = run.mode === 'compare' ? 'latest' : run.mode
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(figures, undefined, 2)}\n`)
  if (run.write)
    writeFileSync(DOCUMENT, placeBetween(readFileSync(DOCUMENT, 'utf8'), `bench:${run.mode}`, report))
}

/** The results of quick and partial runs have their own folders, so those of the last whole run stay. */
export function placeOf({ mode, quick, only }: Pick<Published, 'mode' | 'quick' | 'only'>): string {
  if (quick) return 'quick/'
  return only === undefined && mode !== 'against' && mode !== 'citus' ? '' : 'parts/'
}
