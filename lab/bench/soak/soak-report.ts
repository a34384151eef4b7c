import type { KindResult, LoadResult } from '../../kit/load/plan.ts'
import { count, figure, table } from '../../kit/markdown.ts'
import { aboutMachine, type RunFigures } from '../report/results.ts'
import { type Allowance, type Flatness, flatnessOf } from './flatness.ts'
import type { SoakSample } from './sample.ts'

/** All results of a soak. */
export interface SoakResults extends Pick<RunFigures, 'at' | 'machine'> {
  readonly share: number
  /** The rate of the same load at full speed, and the wanted rate. */
  readonly mostPerSecond: number
  readonly perSecond: number
  readonly minutes: number
  /** The access tokens before the load, as if it had been running. */
  readonly past: number
  readonly result: LoadResult
  readonly samples: readonly SoakSample[]
}

type Kinds = Readonly<Record<string, KindResult>>

/** Tables whose rows stay longer than a run: the requests that make a row, and how long it stays. */
const STAYING: Readonly<Record<string, { readonly kinds: readonly string[]; readonly for: string }>> = {
  authorization_codes: { kinds: ['authorize'], for: 'a day' },
  grants: { kinds: ['code-exchange'], for: '14 days' },
  sessions: { kinds: ['sign-in'], for: '14 days' },
  known_devices: { kinds: ['sign-in'], for: 'a year' },
  mailed_links: { kinds: ['registration'], for: 'a day' },
  rate_counters: { kinds: ['registration'], for: 'an hour' },
  audit_events: {
    kinds: ['authorize', 'code-exchange', 'refresh', 'revocation', 'sign-in', 'registration'],
    for: 'as long as the operator says',
  },
}

/** PostgreSQL's own count of rows is not exact. */
const COUNT_PART = 0.02
const COUNT_LEAST = 500

const MEMORY = { part: 0.1, least: 8 }
const ROWS = { part: 0.15, least: 1_000 }

/** The values that must not grow, and the growth that does not count. */
const WATCHED: readonly (readonly [string, (sample: SoakSample) => number, Allowance])[] = [
  ['memory, MiB', ({ memoryMebibytes }) => memoryMebibytes ?? 0, MEMORY],
  ['heap after a collection, MiB', ({ heapMebibytes }) => heapMebibytes, { ...MEMORY, by: 'lowest' }],
  ['event loop late, p99 ms', ({ delayP99Milliseconds }) => delayP99Milliseconds, { part: 0.5, least: 5 }],
]

/** The report in Markdown. */
export function soakReport(results: SoakResults): string {
  const { samples, result } = results
  const parts = [headOf(results), kindTable(result.kinds), watchTable(samples), tableTable(results)]
  return `${parts.join('\n\n')}\n`
}

function headOf(results: SoakResults): string {
  const { minutes, perSecond, mostPerSecond, share, past, result } = results
  const first = result.firstFault === undefined ? '' : ` (the first: ${result.firstFault.slice(0, 200)})`
  return `${aboutMachine(results)}: ${figure(minutes)} minutes at ${figure(perSecond)} requests/s, which is ${Math.round(share * 100)} % of the ${figure(mostPerSecond)} that the same load came to as fast as it went. ${count(result.answers)} answers, ${result.faults} errors${first}. The load began with ${count(past)} access tokens of the 16 minutes before it. The times are counted from when a request was due.`
}

function kindTable(kinds: Kinds): string {
  const rows = Object.entries(kinds).map(([name, kind]) => [
    ...[name, count(kind.answers), String(kind.faults)],
    ...[kind.p50Milliseconds, kind.p99Milliseconds, kind.mostMilliseconds].map(figure),
  ])
  return table(['request', 'answers', 'errors', 'p50 ms', 'p99 ms', 'slowest ms'], rows)
}

function watchTable(samples: readonly SoakSample[]): string {
  const rows = WATCHED.map(([name, read, allowed]) => {
    const values = samples.map(read)
    const flatness = flatnessOf(values, allowed)
    const most = values.length > 0 ? Math.max(...values) : undefined
    return [name, ...[flatness?.before, flatness?.after, most].map(figure), verdict(flatness)]
  })
  return table(['', 'second third', 'last third', 'most', 'verdict'], rows)
}

function tableTable({ samples, result }: SoakResults): string {
  const newest = samples.at(-1)?.tables ?? {}
  const rows = Object.entries(newest).flatMap(([name, { mebibytes }]) => {
    const values = samples.map(({ tables }) => tables[name]?.rows ?? 0)
    const [first = 0, last = 0] = [values[0], values.at(-1)]
    if (last === 0 && first === 0) return []
    const judged = STAYING[name]
      ? stayingVerdict(name, last - first, result.kinds)
      : verdict(flatnessOf(values, ROWS))
    return [[name, count(first), count(last), figure(mebibytes), judged]]
  })
  return table(['table', 'rows, first look', 'rows, last look', 'MiB with indexes', 'verdict'], rows)
}

/** Whether a table whose rows stay grew by at most one row for each request. */
export function stayingVerdict(name: string, grown: number, kinds: Kinds): string {
  const staying = STAYING[name]
  if (!staying) return 'n/a'
  const asked = staying.kinds.reduce((sum, kind) => sum + (kinds[kind]?.answers ?? 0), 0)
  if (grown > asked * (1 + COUNT_PART) + COUNT_LEAST)
    return `GROWS BY MORE than a row for each of ${count(asked)} requests`
  return `rows stay ${staying.for}: at most one for each of ${count(asked)} requests`
}

function verdict(flatness: Flatness | undefined): string {
  if (!flatness) return 'n/a'
  return flatness.isFlat ? 'flat' : 'GROWS'
}
