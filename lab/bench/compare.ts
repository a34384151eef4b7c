import { createDatabase } from '../kit/postgres-server.ts'
import { memoryMebibytes } from '../kit/proc.ts'
import { bareServerCandidate, startWorkBaseline } from './candidates/baselines.ts'
import type { Candidate, OperationName } from './candidates/candidate.ts'
import { createPeerDatabase, peerCandidate, startPeer } from './candidates/peer/peer.ts'
import { peersHere, SAME_NODE } from './candidates/peer/peer-runtime.ts'
import { PORTICO, porticoCandidate, startPortico } from './candidates/portico.ts'
import type { StartedServer } from './candidates/start-server.ts'
import { type Field, runTrial, type Trial, type TrialResult } from './measure/rounds.ts'
import { measureStarts } from './measure/starts.ts'
import type { Options } from './options.ts'
import { chartOf } from './report/pictures.ts'
import { publishReport, type Results, runFigures, writeResult } from './report/results.ts'
import { comparisons, reportOf } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

/** One caller at a time, a busy moment, and a crowd. */
const CONNECTIONS = [1, 32, 128] as const

const EACH: readonly OperationName[] = ['introspection', 'userinfo', 'authorize', 'refresh']

const TRIALS: readonly Trial[] = [
  ...EACH.flatMap((operation) => CONNECTIONS.map((connections) => ({ operation, connections }))),
  ...CONNECTIONS.map(
    (connections) => ({ operation: 'code-exchange', connections, baseline: 'rsa-2048' }) as const,
  ),
  ...CONNECTIONS.map((connections) => ({ operation: 'registration', connections }) as const),
  // Passwords wait in a queue of their own, which a crowd would only fill.
  { operation: 'sign-in', connections: 1, baseline: 'argon2id' },
  { operation: 'sign-in', connections: 32, baseline: 'argon2id' },
]

/** The concurrency that the chart shows. */
const CHARTED_CONNECTIONS = 32

/** Measures Portico and its peer side by side, prints the report and writes it down. */
export async function compare(testbed: Testbed, options: Options): Promise<void> {
  const { pace, people } = options
  const isWanted = (part: string) => options.only?.includes(part) ?? true
  const databaseUrl = await createDatabase(testbed.postgres, 'portico_bench')
  const peers: PeerStarter[] = []
  for (const peer of peersHere()) {
    const url = await createPeerDatabase(testbed, peer)
    peers.push({ name: peer.name, start: () => startPeer(testbed, peer, url) })
  }
  const starters = {
    [PORTICO]: () => startPortico(testbed, databaseUrl),
    ...Object.fromEntries(peers.map(({ name, start }) => [name, start])),
  }
  const starts = isWanted('starts') ? await measureStarts(testbed, starters, pace.rounds) : {}
  const trials = TRIALS.filter(({ operation }) => isWanted(operation))
  const field =
    trials.length === 0 ? { candidates: [] } : await openField(testbed, { databaseUrl, peers, people })
  const resultsOf = (measured: readonly TrialResult[]): Results => ({
    ...runFigures(testbed, pace),
    starts,
    trials: measured,
    peakMebibytes: peaksOf(field.candidates),
  })
  const measured: TrialResult[] = []
  try {
    for (const trial of trials) measured.push(await runTrial(testbed, field, { trial, pace }))
  } catch (error) {
    // What was measured before the failure is shown, and not written down.
    process.stdout.write(reportOf(resultsOf(measured)))
    throw error
  }
  publish(options, resultsOf(measured))
}

interface PeerStarter {
  readonly name: string
  readonly start: () => Promise<StartedServer>
}

interface FieldNeeds {
  readonly databaseUrl: string
  readonly peers: readonly PeerStarter[]
  /** Signed in at each. */
  readonly people: number
}

async function openField(testbed: Testbed, { databaseUrl, peers, people }: FieldNeeds): Promise<Field> {
  testbed.say(`signing ${people} citizens in at each`)
  const portico = await porticoCandidate([await startPortico(testbed, databaseUrl)], people)
  const candidates = [portico]
  for (const { name, start } of peers) candidates.push(await peerCandidate(await start(), name, people))
  candidates.push(await bareServerCandidate(testbed, portico))
  return { candidates, workBaseline: startWorkBaseline(testbed) }
}

function peaksOf(candidates: readonly Candidate[]): Results['peakMebibytes'] {
  return Object.fromEntries(
    candidates.map(({ name, servers }) => [name, memoryMebibytes(servers[0]?.pid ?? 0, 'VmHWM')]),
  )
}

function publish(options: Options, results: Results): void {
  publishReport(options, reportOf(results), results)
  const bars = comparisons(results.trials)
    .filter(({ other, connections }) => other === SAME_NODE.name && connections === CHARTED_CONNECTIONS)
    .map(({ operation, ratio }) => ({ label: operation, ...ratio }))
  if (bars.length === 0) return
  const title = 'Requests per second: how many times npm oidc-provider'
  const note = `same PostgreSQL, ${CHARTED_CONNECTIONS} connections, ${results.pace.rounds} interleaved rounds: median, least and greatest`
  writeResult(options, 'latest.svg', chartOf(title, note, bars))
}
