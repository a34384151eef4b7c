import {
  type AllProcesses,
  type ParentSignals,
  type ParentWords,
  serveInProcesses as runProcesses,
} from '@portico/processes/parent'
import type { Logger } from '@portico/program'
import { farewells } from './announce.ts'
import type { GateConfig } from './config.ts'
import { createParentMetrics, openMetricsServer } from './metrics/index.ts'
import { say } from './say.ts'

/** Runs a gate in several processes, until all have ended. Throws EndedAtStart where one ends before it serves. */
export function serveInProcesses(config: GateConfig, log: Logger, signals: ParentSignals): Promise<void> {
  const { processes, drainSeconds, metricsListen } = config
  const openMetrics = (all: AllProcesses) => {
    const answers = { metrics: createParentMetrics(all), readiness: { look: all.readiness } }
    return openMetricsServer({ ...answers, log, say }, metricsListen)
  }
  return runProcesses({ processes, drainSeconds, signals, words: wordsOf(config, log), openMetrics })
}

function wordsOf(config: GateConfig, log: Logger): ParentWords {
  const { processes } = config
  return {
    ...farewells(config),
    ready: (sentences) => sentences.forEach(say),
    died: ({ pid, exitCode, signal, restartInMilliseconds }) =>
      log.log('error', 'process_ended', {
        ...{ pid, exit_code: exitCode, signal, restart_in_ms: restartInMilliseconds },
      }),
    replacing: () => log.log('info', 'processes_replacing', { processes }),
    replaced: (count) => {
      if (count === processes) log.log('info', 'processes_replaced', { processes })
      else log.log('error', 'processes_not_replaced', { processes, replaced: count })
    },
  }
}
