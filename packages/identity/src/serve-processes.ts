import { setTimeout as wait } from 'node:timers/promises'
import { sayDraining, sayReady } from './announce.ts'
import type { Config } from './config.ts'
import { END, openMetricsServer, type TextFormat, textOfAll } from './metrics/index.ts'
import { makeDatabaseServer } from './open-database.ts'
import type { Log } from './platform/log.ts'
import { counter, gauge } from './platform/metric.ts'
import { Fleet, openTotals, startProcess, type Totals } from './processes/index.ts'
import { say } from './say.ts'
import { type Reloading, SHUTDOWN_MILLISECONDS, type StopSignals } from './shutdown-signal.ts'

/** A process of a later start that does not serve after this time is ended. */
const LATE_MILLISECONDS = 120_000

/** After its own deadline, a process that is told to end gets this much longer. */
const SLACK_MILLISECONDS = 5_000

/** What `/readyz` of a process answers. */
interface Report {
  readonly ready: boolean
}

/** How the parent is told what to do. */
export interface ParentSignals extends StopSignals {
  readonly reloading: Reloading
}

/**
 * Runs the service in several processes until SIGINT or SIGTERM, and replaces them one after the other at SIGHUP. Returns when all have
 * ended. Throws EndedAtStart where one ends before it serves: then none of them stays.
 */
export async function serveInProcesses(config: Config, log: Log, signals: ParentSignals): Promise<void> {
  // Every process joins the embedded server, which stops when nobody uses it any more.
  const server = config.database.kind === 'embedded' ? await makeDatabaseServer(config, say) : undefined
  const totals = { prometheus: openTotals(), openmetrics: openTotals() }
  const fleet = new Fleet({
    count: config.processes,
    log,
    start: (kind) =>
      startProcess(kind, config.drainSeconds * 1000 + SHUTDOWN_MILLISECONDS + SLACK_MILLISECONDS),
    whenLate,
    wait: (milliseconds) =>
      wait(milliseconds, undefined, { signal: signals.stopping }).catch(() => undefined),
    now: () => performance.now(),
    onEnd: (one) => {
      for (const total of Object.values(totals)) total.keep(one)
    },
  })
  try {
    const metrics = await openParentMetrics(config, fleet, totals)
    await runUntilTold(config, fleet, { ...signals, log }).finally(() => metrics?.close())
  } finally {
    await server?.close()
  }
}

function whenLate(late: () => void): () => void {
  const timer = setTimeout(late, LATE_MILLISECONDS)
  return () => clearTimeout(timer)
}

async function runUntilTold(
  config: Config,
  fleet: Fleet,
  needs: ParentSignals & { log: Log },
): Promise<void> {
  const { told, log, reloading } = needs
  const starting = fleet.start()
  reloading.wish = () => void starting.then(() => replaceAll(fleet, config, log)).catch(() => undefined)
  try {
    const serving = await Promise.race([starting, told.then(() => undefined)])
    if (serving) sayReady(config, serving)
    await fleet.stop(await saidStop(told, config))
  } catch (error) {
    await fleet.stop('SIGINT')
    throw error
  } finally {
    reloading.wish = () => undefined
    // Told to stop before it served, none of them comes to serve.
    await starting.catch(() => undefined)
  }
}

async function saidStop(told: Promise<NodeJS.Signals>, config: Config): Promise<'SIGTERM' | 'SIGINT'> {
  const drains = (await told) === 'SIGTERM'
  if (drains && config.drainSeconds > 0) sayDraining(config)
  else say('Portico is stopping')
  return drains ? 'SIGTERM' : 'SIGINT'
}

async function replaceAll(fleet: Fleet, { processes }: Config, log: Log): Promise<void> {
  log.info('processes-replacing', { 'portico.processes': processes })
  const replaced = await fleet.replaceAll()
  if (replaced === processes) log.info('processes-replaced', { 'portico.processes': replaced })
  else log.error('processes-not-replaced', { 'portico.processes': processes, 'portico.replaced': replaced })
}

/** One port for the numbers of all. It is open before the first process serves, so that `/readyz` says why. */
async function openParentMetrics(
  { host, metricsPort, processes }: Config,
  fleet: Fleet,
  totals: Record<TextFormat, Totals>,
) {
  if (metricsPort === undefined) return undefined
  const own = [
    gauge('portico_processes_wanted', 'Processes that should run (PORTICO_PROCESSES).', () => processes),
    gauge('portico_processes_running', 'Processes that run.', () => fleet.running.size),
    counter(
      'portico_process_deaths_total',
      'Processes that ended although nobody told them to.',
      () => fleet.deaths,
    ),
  ]
  const text = async (format: TextFormat) => {
    const answers = [...fleet.running].map(async ([place, one]) => {
      const answer = await one.ask(format)
      return typeof answer === 'string' ? [{ process: one, place, text: answer }] : []
    })
    const texts = (await Promise.all(answers)).flat()
    return totals[format].text(texts) + (await textOfAll(own, format)) + END[format]
  }
  const readiness = { look: () => lookAtAll(fleet) }
  return openMetricsServer({ metrics: { text }, readiness }, { host, port: metricsPort })
}

/**
 * Ready where one process is: it answers what the port is asked, and the answer waits for no other one. Otherwise what the first one
 * says is missing.
 */
async function lookAtAll({ running }: Fleet): Promise<Report> {
  const answers = [...running.values()].map((one) => one.ask('readiness'))
  const ready = answers.map(async (answer) => {
    const report = await answer
    if (!isReport(report) || !report.ready) throw new Error('This process is not ready')
    return report
  })
  return Promise.any(ready).catch(async () => (await Promise.all(answers)).find(isReport) ?? { ready: false })
}

function isReport(answer: unknown): answer is Report {
  return (
    typeof answer === 'object' && answer !== null && 'ready' in answer && typeof answer.ready === 'boolean'
  )
}
