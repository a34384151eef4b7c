import {
  drainAndClose,
  endWithWork,
  listenForStop,
  onReloadSignal,
  SILENT,
  type StopSignals,
  started,
  tellServing,
} from '@portico/processes'
import { farewells, readySentences, sayReady } from './announce.ts'
import { type Config, readConfig } from './config.ts'
import type { Log } from './platform/log.ts'
import { systemLog } from './platform/system-log.ts'
import { say, sayInLogLines } from './say.ts'
import type { FromAbove } from './start-service.ts'

/**
 * Runs the service until SIGINT or SIGTERM. Writes structured log lines to stdout, and sentences for people to stderr:
 * at a terminal as they are, elsewhere as log lines. Faults of the settings, too: they are what ends a start most often.
 */
export async function serve(fromAbove: FromAbove): Promise<void> {
  sayInLogLines()
  endWithWork()
  const reloading = onReloadSignal()
  const config = readConfig()
  const log = systemLog(config.logLevel)
  const signals = listenForStop((signal) => log.info('stopping', { 'portico.signal': signal }))
  const one = { ...signals, fromAbove }
  if (config.startKind) return serveOne(config, log, one)
  warnOfSettings(config, log)
  if (config.processes === 1) {
    reloading.wish = () => log.warn('reload-needs-restart')
    await serveOne(config, log, one)
  } else {
    const { serveInProcesses } = await import('./serve-processes.ts')
    await serveInProcesses(config, log, { ...signals, reloading })
  }
  say('Portico has stopped')
}

async function serveOne(
  config: Config,
  log: Log,
  { fromAbove, stopping, told }: StopSignals & { readonly fromAbove: FromAbove },
): Promise<void> {
  // A parent of several processes loads no service.
  const { startService } = await import('./start-service.ts')
  const start = () => startService(config, log, say, { stopping, fromAbove })
  const running = await started(config.startKind, start).catch((error: unknown) => {
    // It was told to stop while it waited for `portico migrate`.
    if (stopping.aborted) return undefined
    throw error
  })
  if (!running) return
  const sentences = readySentences(config, running)
  if (config.startKind) tellServing(sentences)
  else sayReady(sentences)
  const { startKind, drainSeconds } = config
  await drainAndClose(running, await told, drainSeconds, startKind ? SILENT : farewells(config))
}

/** Settings that are no faults, and are told all the same. */
function warnOfSettings({ unknownSettings, trustedProxies }: Config, log: Log): void {
  for (const { name, meant } of unknownSettings)
    log.warn('setting-unknown', { 'portico.setting': name, 'portico.meant': meant })
  for (const range of trustedProxies.tooWide)
    log.warn('proxies-too-wide', { 'portico.setting': 'PORTICO_TRUSTED_PROXIES', 'portico.range': range })
}
