import {
  type AllProcesses,
  type ParentSignals,
  type ParentWords,
  serveInProcesses as runProcesses,
} from '@portico/processes/parent'
import { farewells, sayReady } from './announce.ts'
import type { Config } from './config.ts'
import { END, openMetricsServer, type TextFormat, textOfAll } from './metrics/index.ts'
import { makeDatabaseServer } from './open-database.ts'
import type { Log } from './platform/log.ts'
import { counter, gauge } from './platform/metric.ts'
import { say } from './say.ts'

/** Runs the service in several processes, until all have ended. Throws EndedAtStart where one ends before it serves. */
export async function serveInProcesses(config: Config, log: Log, signals: ParentSignals): Promise<void> {
  // Every process joins the embedded server, which stops when nobody uses it any more.
  const server = config.database.kind === 'embedded' ? await makeDatabaseServer(config, say) : undefined
  const needs = {
    ...{ processes: config.processes, drainSeconds: config.drainSeconds, signals },
    words: wordsOf(config, log),
    openMetrics: (all: AllProcesses) => openParentMetrics(config, all),
  }
  await runProcesses(needs).finally(() => server?.close())
}

function wordsOf(config: Config, log: Log): ParentWords {
  const { processes } = config
  return {
    ...farewells(config),
    ready: sayReady,
    died: ({ pid, exitCode, signal, restartInMilliseconds }) =>
      log.error('process-ended', {
        'process.pid': pid,
        'process.exit_code': exitCode,
        'portico.signal': signal,
        'portico.restart_in_ms': restartInMilliseconds,
      }),
    replacing: () => log.info('processes-replacing', { 'portico.processes': processes }),
    replaced: (count) => {
      if (count === processes) log.info('processes-replaced', { 'portico.processes': count })
      else log.error('processes-not-replaced', { 'portico.processes': processes, 'portico.replaced': count })
    },
  }
}

/** One port for the numbers of all. */
async function openParentMetrics({ host, metricsPort: port }: Config, all: AllProcesses) {
  if (port === undefined) return undefined
  const own = [
    gauge('portico_processes_wanted', 'Processes that should run (PORTICO_PROCESSES).', () => all.wanted),
    gauge('portico_processes_running', 'Processes that run.', all.running),
    counter('portico_process_deaths_total', 'Processes that ended although nobody told them to.', all.deaths),
  ]
  const text = async (format: TextFormat) =>
    (await all.text(format)) + (await textOfAll(own, format)) + END[format]
  return openMetricsServer({ metrics: { text }, readiness: { look: all.readiness } }, { host, port })
}
