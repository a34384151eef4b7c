import { createDatabase } from '../../journeys/kit/postgres-server.ts'
import { familyMemoryMebibytes } from '../../journeys/kit/proc.ts'
import { startFloors } from './candidates/baselines.ts'
import type { Candidate, OperationName } from './candidates/candidate.ts'
import { openPeers, type Peer, peerCandidate } from './candidates/peer/peer.ts'
import { PORTICO, porticoCandidate, startPortico } from './candidates/portico.ts'
import { runTrials, type TrialResult } from './measure/rounds.ts'
import { measureStarts } from './measure/starts.ts'
import type { Options } from './options.ts'
import { publishReport, type Results, runFigures } from './report/results.ts'
import { reportOf } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

/** The numbers of connections. */
const CONNECTIONS = [1, 32, 128] as const

const EACH: readonly OperationName[] = [
  ...(['introspection', 'userinfo', 'authorize', 'refresh', 'code-exchange', 'registration'] as const),
]

const TRIALS = [
  ...EACH.flatMap((operation) => CONNECTIONS.map((connections) => ({ operation, connections }))),
  // Passwords wait in their own queue, so more connections would only fill it.
  ...[1, 32].map((connections) => ({ operation: 'sign-in', connections }) as const),
]

/** Measures Portico, oidc-provider and the floors side by side. */
export async function compare(testbed: Testbed, options: Options): Promise<void> {
  const { pace, people, only } = options
  const databaseUrl = await createDatabase(testbed.postgres, 'portico_bench')
  const peers = await openPeers(testbed)
  const portico: Peer = { name: PORTICO, start: () => startPortico(testbed, databaseUrl) }
  const starts =
    (only?.includes('starts') ?? true) ? await measureStarts(testbed, [portico, ...peers], pace.rounds) : {}
  const candidates: Candidate[] = []
  if (only?.some((part) => part !== 'starts') ?? true) {
    testbed.say(`signing ${people} citizens in at each`)
    const measured = await porticoCandidate(await startPortico(testbed, databaseUrl), people)
    candidates.push(measured)
    for (const { name, start } of peers) candidates.push(await peerCandidate(await start(), name, people))
    candidates.push(...(await startFloors(testbed, measured)))
  }
  const trials: TrialResult[] = []
  const results = (): Results => ({
    ...runFigures(testbed, pace),
    ...{ starts, trials, peakMebibytes: peaksOf(candidates) },
  })
  try {
    const wanted = { trials: TRIALS, pace, only }
    await runTrials(testbed, candidates, wanted, (result) => trials.push(result))
  } catch (error) {
    // Shows what was measured before the failure, without writing it to the page.
    process.stdout.write(reportOf(results()))
    throw error
  }
  publishReport(options, reportOf(results()), results())
}

function peaksOf(candidates: readonly Candidate[]): Results['peakMebibytes'] {
  return Object.fromEntries(
    candidates.map(({ name, server }) => [name, familyMemoryMebibytes(server.pid, 'VmHWM')]),
  )
}
