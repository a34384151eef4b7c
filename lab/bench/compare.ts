import type { Contestant } from './contestants/contestant.ts'
import { bareServerContestant, startWorkFloor } from './contestants/floors.ts'
import { type PeerRuntime, peersHere, SAME_NODE } from './contestants/peer/peer-runtime.ts'
import { createPeerDatabase, peerContestant, startPeer } from './contestants/peer.ts'
import { PORTICO, porticoContestant, startPortico } from './contestants/portico.ts'
import { memoryMebibytes } from './machine/proc.ts'
import { type Field, runTrial, type Trial, type TrialResult } from './measure/rounds.ts'
import { measureStarts } from './measure/start-up.ts'
import type { Options } from './options.ts'
import { chartOf } from './report/chart.ts'
import { describeMachine, publishReport, type Results, writeResult } from './report/results.ts'
import { comparisons, reportOf } from './report/table.ts'
import { createDatabase, type Stage } from './stage.ts'

/** One caller at a time, a busy moment, and a crowd. */
const CONNECTIONS = [1, 32, 128] as const

const TRIALS: readonly Trial[] = [
  ...CONNECTIONS.map((connections) => ({ operation: 'introspection', connections }) as const),
  ...CONNECTIONS.map((connections) => ({ operation: 'userinfo', connections }) as const),
  ...CONNECTIONS.map((connections) => ({ operation: 'authorize', connections }) as const),
  ...CONNECTIONS.map((connections) => ({ operation: 'refresh', connections }) as const),
  ...CONNECTIONS.map(
    (connections) => ({ operation: 'code-exchange', connections, floor: 'rsa-2048' }) as const,
  ),
  ...CONNECTIONS.map((connections) => ({ operation: 'registration', connections }) as const),
  // Passwords wait in a line of their own, which a crowd would only fill.
  { operation: 'sign-in', connections: 1, floor: 'argon2id' },
  { operation: 'sign-in', connections: 32, floor: 'argon2id' },
]

/** The concurrency that the chart shows. */
const CHARTED_CONNECTIONS = 32

/** Measures Portico and its peer side by side, prints the report and writes it down. */
export async function compare(stage: Stage, options: Options): Promise<void> {
  const isWanted = (part: string) => options.only === undefined || options.only.includes(part)
  const databaseUrl = await createDatabase(stage, 'portico_bench')
  const peers = peersHere()
  for (const peer of peers) await createPeerDatabase(stage, peer)
  const starters = {
    [PORTICO]: () => startPortico(stage, databaseUrl),
    ...Object.fromEntries(peers.map((peer) => [peer.name, () => startPeer(stage, peer)])),
  }
  const starts = isWanted('starts') ? await measureStarts(stage, starters, options.pace.rounds) : {}
  const trials = TRIALS.filter(({ operation }) => isWanted(operation))
  const field = await openField(stage, { databaseUrl, peers, people: options.people }, trials)
  const describe = (measured: readonly TrialResult[]): Results => ({
    at: new Date().toISOString(),
    machine: describeMachine(stage),
    pace: options.pace,
    starts,
    trials: measured,
    peakMebibytes: peaksOf(field.contestants),
  })
  const measured: TrialResult[] = []
  try {
    for (const trial of trials) measured.push(await runTrial(stage, field, { trial, pace: options.pace }))
  } catch (error) {
    // What was measured before the failure is shown, and not written down.
    process.stdout.write(reportOf(describe(measured)))
    throw error
  }
  publish(options, describe(measured))
}

interface FieldNeeds {
  readonly databaseUrl: string
  readonly peers: readonly PeerRuntime[]
  /** Signed in at each. */
  readonly people: number
}

async function openField(
  stage: Stage,
  { databaseUrl, peers, people }: FieldNeeds,
  trials: readonly Trial[],
): Promise<Field> {
  if (trials.length === 0) return { contestants: [] }
  stage.say(`signing ${people} citizens in at each`)
  const started = await startPortico(stage, databaseUrl)
  const portico = await porticoContestant(stage, [started], { databaseUrl, people })
  const others: Contestant[] = []
  for (const peer of peers) {
    const begun = await startPeer(stage, peer)
    others.push(await peerContestant(stage, { name: peer.name, started: begun }, people))
  }
  const bare = await bareServerContestant(stage, portico)
  return { contestants: [portico, ...others, bare], workFloor: startWorkFloor(stage) }
}

function peaksOf(contestants: readonly Contestant[]): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(
    contestants.map(({ name, servers }) => [name, memoryMebibytes(servers[0]?.pid ?? 0, 'VmHWM')]),
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
