import { setTimeout as wait } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from '../../kit/load/plan.ts'
import { median } from '../../kit/statistics.ts'
import type { Options } from '../options.ts'
import { publishReport, runFigures } from '../report/results.ts'
import type { Testbed } from '../testbed.ts'
import { accessTokensMade, type MixedPortico, startMixedPortico } from './mixed-portico.ts'
import { type SoakSample, startSampling } from './sample.ts'
import { type SoakResults, soakReport } from './soak-report.ts'

/** The rate of the soak, as a part of the highest rate. */
const SHARE = 0.7

const CONNECTIONS = 48
const SAMPLES = 60

/** Runs a mixed load at 70 % of the highest rate, and checks whether anything grows. Throws after a wrong answer. */
export async function soak(testbed: Testbed, options: Options): Promise<void> {
  const { people, minutes, pace } = options
  const portico = await startMixedPortico(testbed, people)
  const most = await findMost(testbed, portico, pace)
  const perSecond = most.perSecond * SHARE
  const past = await portico.writePast(most.tokensPerSecond * SHARE)
  testbed.say(`${Math.round(perSecond)} requests/s of ${Math.round(most.perSecond)} for ${minutes} minutes`)
  const plan = { ...(await planOf(portico)), seconds: minutes * 60, perSecond }
  const { result, samples } = await watch(testbed, portico, plan)
  const { at, machine } = runFigures(testbed, pace)
  const results: SoakResults = {
    ...{ at, machine, share: SHARE, mostPerSecond: most.perSecond },
    ...{ perSecond, minutes, past, result, samples },
  }
  publishReport(options, soakReport(results), results)
  if (result.faults > 0) throw new Error(`${result.faults} answers were wrong; ${result.firstFault}`)
}

async function planOf(portico: MixedPortico): Promise<Omit<LoadPlan, 'seconds'>> {
  return { port: portico.port, connections: CONNECTIONS, load: await portico.load() }
}

/** The highest rate of this load, and how many access tokens it makes: the median of several slices. */
async function findMost(
  { loader, say }: Testbed,
  portico: MixedPortico,
  { rounds, warmUpSeconds, sliceSeconds }: Options['pace'],
): Promise<{ perSecond: number; tokensPerSecond: number }> {
  const run = async (seconds: number) => loader.runFaultless({ ...(await planOf(portico)), seconds })
  await run(2 * warmUpSeconds)
  const found: LoadResult[] = []
  for (let round = 0; round < rounds; round += 1) found.push(await run(2 * sliceSeconds))
  const perSecond = median(found.map(({ answers, seconds }) => answers / seconds))
  say(`as fast as it goes: ${Math.round(perSecond)}/s`)
  return {
    perSecond,
    tokensPerSecond: median(found.map(({ kinds, seconds }) => accessTokensMade(kinds) / seconds)),
  }
}

/** Runs the load, and takes samples of the service at equal intervals. */
async function watch(
  { loader, say }: Testbed,
  portico: MixedPortico,
  plan: LoadPlan,
): Promise<{ result: LoadResult; samples: readonly SoakSample[] }> {
  const sampling = await startSampling(portico)
  const samples: SoakSample[] = []
  const over = new AbortController()
  const running = loader.run(plan).finally(() => over.abort())
  const startedAt = performance.now()
  const distance = Math.max(1, plan.seconds / SAMPLES) * 1000
  const takeSamples = async () => {
    for (let place = 1; place * distance <= plan.seconds * 1000; place += 1) {
      const until = startedAt + place * distance - performance.now()
      await wait(Math.max(0, until), undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      const sample = await sampling.take(Math.round((performance.now() - startedAt) / 1000))
      samples.push(sample)
      const { second, perSecond, memoryMebibytes = 0, delayP99Milliseconds: late } = sample
      say(
        `${second} s: ${Math.round(perSecond)}/s, ${Math.round(memoryMebibytes)} MiB, event loop p99 ${late.toFixed(1)} ms late`,
      )
    }
  }
  const [result] = await Promise.all([running, takeSamples()])
  return { result, samples }
}
