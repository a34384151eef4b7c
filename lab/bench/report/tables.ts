import { figure, spread, table } from '../../kit/markdown.ts'
import { median, ratios, type Spread, spreadOf } from '../../kit/statistics.ts'
import { BARE_HTTP } from '../candidates/baselines.ts'
import { PORTICO } from '../candidates/portico.ts'
import { DISTURBED } from '../measure/least-disturbed.ts'
import type { TrialResult } from '../measure/rounds.ts'
import type { Slice } from '../measure/slice.ts'
import { headOf, type Results } from './results.ts'

/** A candidate beside another one: the ratios of rates and of CPU times. */
export interface Comparison {
  readonly operation: string
  readonly connections: number
  readonly other: string
  readonly ratio: Spread
  /** The other's CPU time of a request divided by this one's. Time of other machines is in neither. */
  readonly cpuRatio: Spread | undefined
  /** The same with the CPU time of PostgreSQL. */
  readonly wholeCpuRatio: Spread | undefined
}

/** The rate of a candidate in each round, in requests a second. */
export function speedsOf({ slices }: Pick<TrialResult, 'slices'>, name: string): readonly number[] {
  return (slices[name] ?? []).map(({ perSecond }) => perSecond)
}

const wholeCost = ({ serverMicroseconds: server, postgresMicroseconds: postgres }: Slice) =>
  server === undefined || postgres === undefined ? undefined : server + postgres

/** One candidate beside every other of a run, round by round. */
export function comparisons(trials: readonly TrialResult[], name: string): readonly Comparison[] {
  return trials.flatMap((trial) => {
    const { operation, connections, slices } = trial
    const cheaper = (other: string, costOf: (slice: Slice) => number | undefined) =>
      spreadOf(ratios((slices[other] ?? []).map(costOf), (slices[name] ?? []).map(costOf)))
    const others = Object.keys(slices).filter((each) => each !== name)
    return others.flatMap((other) => {
      const ratio = spreadOf(ratios(speedsOf(trial, name), speedsOf(trial, other)))
      const cpuRatio = cheaper(other, ({ serverMicroseconds }) => serverMicroseconds)
      return ratio
        ? [{ operation, connections, other, ratio, cpuRatio, wholeCpuRatio: cheaper(other, wholeCost) }]
        : []
    })
  })
}

/** The whole report in Markdown. */
export function reportOf(results: Results): string {
  const { trials } = results
  const parts = [headOf(results), ratioTable(trials, PORTICO), sliceTable(trials), startTable(results)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** One candidate compared with every other. A ratio above 1 means that it is faster, or needs less CPU time. */
export function ratioTable(trials: readonly TrialResult[], name: string): string {
  const heads = [
    ...['operation, connections', `${name} against`, 'requests/s, ratio: median (min to max)'],
    ...['CPU time of a request, ratio', 'with PostgreSQL, ratio'],
  ]
  const rows = comparisons(trials, name).map(({ operation, connections, other, ...found }) => [
    ...[`${operation} at ${connections}`, other],
    ...[found.ratio, found.cpuRatio, found.wholeCpuRatio].map((ratio) => spread(ratio, 'x')),
  ])
  return rows.length === 0 ? '' : table(heads, rows)
}

/** The columns of a server's figures: the medians of its slices. */
const COLUMNS: Readonly<Record<string, (slices: readonly Slice[]) => string>> = {
  'requests/s: median (min to max)': (slices) => spread(spreadOf(slices.map(({ perSecond }) => perSecond))),
  'p50 ms': (slices) => middle(slices, 'p50Milliseconds'),
  'p99 ms': (slices) => middle(slices, 'p99Milliseconds'),
  'server us/request': (slices) => middle(slices, 'serverMicroseconds'),
  'PostgreSQL us/request': (slices) => middle(slices, 'postgresMicroseconds'),
  'server core busy': (slices) => share(slices, 'serverBusy'),
  'load core share': (slices) => share(slices, 'loadBusy'),
  'memory MiB': (slices) => middle(slices, 'memoryMebibytes'),
  'lost to other machines': (slices) => share(slices, 'stolen'),
}

/** The figures of a slice that are one number. */
type Figure = Exclude<keyof Slice, 'eachPostgresMicroseconds'>

function middle(slices: readonly Slice[], field: Figure): string {
  return figure(spreadOf(slices.map((slice) => slice[field]))?.median)
}

function share(slices: readonly Slice[], field: Figure): string {
  const known = slices.map((slice) => slice[field]).filter((value) => value !== undefined)
  return known.length === 0 ? 'n/a' : `${Math.round(median(known) * 100)} %`
}

/** The figures of each server in each trial, and how often slices were measured again. */
export function sliceTable(trials: readonly TrialResult[]): string {
  const rows = trials.flatMap(({ operation, connections, slices }) =>
    Object.entries(slices).map(([name, all]) => [
      ...[`${operation} at ${connections}`, name],
      ...Object.values(COLUMNS).map((cell) => cell(all)),
    ]),
  )
  if (rows.length === 0) return ''
  const whole = table(['operation, connections', 'server', ...Object.keys(COLUMNS)], rows)
  return [whole, remeasured(trials)].filter(Boolean).join('\n\n')
}

function remeasured(trials: readonly TrialResult[]): string {
  const all = trials.flatMap(({ slices }) => Object.values(slices).flat())
  const again = all.flatMap(({ tries = 1 }) => (tries > 1 ? [tries] : []))
  if (again.length === 0) return ''
  return `${again.length} of ${all.length} slices lost more than ${DISTURBED * 100} % of the machine to others and were measured again, up to ${Math.max(...again)} times in all; the try that lost least counts.`
}

function startTable({ starts, peakMebibytes }: Results): string {
  const known = new Set([...Object.keys(starts), ...Object.keys(peakMebibytes)])
  const rows = [...known]
    .filter((name) => name !== BARE_HTTP)
    .map((name) => {
      const of = (field: 'milliseconds' | 'idleMebibytes') =>
        spread(spreadOf((starts[name] ?? []).map((start) => start[field])))
      return [name, of('milliseconds'), of('idleMebibytes'), figure(peakMebibytes[name])]
    })
  const heads = ['server', 'start to first 200, ms', 'memory idle, MiB', 'most memory under load, MiB']
  return rows.length === 0 ? '' : table(heads, rows)
}
