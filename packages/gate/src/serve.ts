import {
  drainAndClose,
  listenForStop,
  onReloadSignal,
  SILENT,
  type StopSignals,
  started,
  tellServing,
} from '@portico/processes'
import type { Logger } from '@portico/program'
import { farewells, readySentence } from './announce.ts'
import type { GateConfig } from './config.ts'
import { say } from './say.ts'

/** Runs a gate until SIGINT or SIGTERM. */
export async function serve(config: GateConfig, log: Logger): Promise<void> {
  const reloading = onReloadSignal()
  const signals = listenForStop()
  if (config.startKind) return serveOne(config, log, signals)
  if (config.processes === 1) {
    reloading.wish = () => log.log('warn', 'reload_needs_restart', {})
    await serveOne(config, log, signals)
  } else {
    // A gate of one process loads no parent.
    const { serveInProcesses } = await import('./serve-processes.ts')
    await serveInProcesses(config, log, { ...signals, reloading })
  }
  say('The gate has stopped')
}

async function serveOne(config: GateConfig, log: Logger, { stopping, told }: StopSignals): Promise<void> {
  // A parent of several processes loads no gate.
  const { startGate } = await import('./start-gate.ts')
  const { startKind, drainSeconds } = config
  const gate = await started(startKind, () => startGate(config, { log, say, writeAccess, stopping }))
  if (!gate) return
  const sentence = readySentence(config, gate)
  if (startKind) tellServing([sentence])
  else say(sentence)
  await drainAndClose(gate, await told, drainSeconds, startKind ? SILENT : farewells(config))
}

function writeAccess(line: string): void {
  process.stdout.write(line)
}
