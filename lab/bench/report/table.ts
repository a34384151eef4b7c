import { BARE_HTTP } from '../contestants/floors.ts'
import { PORTICO } from '../contestants/portico.ts'
import { DISTURBED } from '../measure/least-disturbed.ts'
import type { TrialResult } from '../measure/rounds.ts'
import type { Slice } from '../measure/slice.ts'
import { median, ratios, type Spread, spreadOf } from '../measure/statistics.ts'
import { figure, spread } from './figures.ts'
import { headOf, type Results } from './results.ts'

/** Portico beside another, with the ratio to quote. */
export interface Comparison {
  readonly operation: string
  readonly connections: number
  readonly other: string
  readonly ratio: Spread
  /** The other's CPU time for a request divided by Portico's: what the neighbours took is in neither. */
  readonly cpuRatio: Spread | undefined
}

/** Every comparison of a run: Portico's requests per second divided by the other's, round by round. */
export function comparisons(trials: readonly TrialResult[]): readonly Comparison[] {
  return trials.flatMap(({ operation, connections, slices }) => {
    const ours = slices[PORTICO] ?? []
    const others = Object.keys(slices).filter((name) => name !== PORTICO)
    return others.flatMap((other) => {
      const theirs = slices[other] ?? []
      const ratio = spreadOf(ratios(ours.map(speedOf), theirs.map(speedOf)))
      const cpuRatio = spreadOf(ratios(theirs.map(costOf), ours.map(costOf)))
      return ratio ? [{ operation, connections, other, ratio, cpuRatio }] : []
    })
  })
}

const speedOf = ({ perSecond }: Slice) => perSecond
const costOf = ({ serverMicroseconds }: Slice) => serverMicroseconds

/** The whole report in Markdown. */
export function reportOf(results: Results): string {
  const parts = [headOf(results), ratioTable(results.trials), sliceTable(results.trials), startTable(results)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const RATIO_HEADS = [
  'operation, connections',
  'Portico against',
  'requests/s, ratio: median (min to max)',
  'CPU time of a request, ratio',
]

function ratioTable(trials: readonly TrialResult[]): string {
  const rows = comparisons(trials).map(({ operation, connections, other, ratio, cpuRatio }) => [
    `${operation} at ${connections}`,
    other,
    spread(ratio, 'x'),
    spread(cpuRatio, 'x'),
  ])
  return rows.length === 0 ? '' : table(RATIO_HEADS, rows)
}

/** What each server did in each trial, and how often that was measured anew. */
export function sliceTable(trials: readonly TrialResult[]): string {
  const rows = trials.flatMap(({ operation, connections, slices }) =>
    Object.entries(slices).map(([name, all]) => [`${operation} at ${connections}`, name, ...sliceCells(all)]),
  )
  const heads = [
    'operation, connections',
    'server',
    'requests/s: median (min to max)',
    'p50 ms',
    'p99 ms',
    'server us/request',
    'PostgreSQL us/request',
    'server core busy',
    'load core share',
    'memory MiB',
    'lost to other machines',
    'load',
  ]
  return rows.length === 0 ? '' : [table(heads, rows), remeasured(trials)].filter(Boolean).join('\n\n')
}

function remeasured(trials: readonly TrialResult[]): string {
  const all = trials.flatMap(({ slices }) => Object.values(slices).flat())
  const again = all.filter(({ tries = 1 }) => tries > 1)
  const most = Math.max(...again.map(({ tries = 1 }) => tries))
  if (again.length === 0) return ''
  return `${again.length} of ${all.length} slices lost more than ${DISTURBED * 100} % of the machine to others and were measured again, up to ${most} times in all; the try that lost least counts.`
}

function sliceCells(slices: readonly Slice[]): readonly string[] {
  const middle = (read: (slice: Slice) => number | undefined) => figure(spreadOf(slices.map(read))?.median)
  return [
    spread(spreadOf(slices.map(({ perSecond }) => perSecond))),
    middle((slice) => slice.p50Milliseconds),
    middle((slice) => slice.p99Milliseconds),
    middle((slice) => slice.serverMicroseconds),
    middle((slice) => slice.postgresMicroseconds),
    share(slices.map((slice) => slice.serverBusy)),
    share(slices.map((slice) => slice.loadBusy)),
    middle((slice) => slice.memoryMebibytes),
    share(slices.map((slice) => slice.stolen)),
    slices[0]?.generator ?? 'none',
  ]
}

function share(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? 'n/a' : `${Math.round(median(known) * 100)} %`
}

function startTable({ starts, peakMebibytes }: Results): string {
  const known = new Set([...Object.keys(starts), ...Object.keys(peakMebibytes)])
  const names = [...known].filter((name) => name !== BARE_HTTP)
  const rows = names.map((name) => [
    name,
    spread(spreadOf((starts[name] ?? []).map(({ milliseconds }) => milliseconds))),
    spread(spreadOf((starts[name] ?? []).map(({ idleMebibytes }) => idleMebibytes))),
    figure(peakMebibytes[name]),
  ])
  const heads = ['server', 'start to first 200, ms', 'memory idle, MiB', 'most memory under load, MiB']
  return rows.length === 0 ? '' : table(heads, rows)
}

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
