import { setTimeout as wait } from 'node:timers/promises'
import { sayDraining, sayReady } from './announce.ts'
import { type Config, readConfig } from './config.ts'
import type { Log } from './platform/log.ts'
import { systemLog } from './platform/system-log.ts'
import { tellServing } from './processes/index.ts'
import { say, sayInLogLines } from './say.ts'
import {
  onReloadSignal,
  onShutdownSignal,
  SHUTDOWN_MILLISECONDS,
  type StopSignals,
} from './shutdown-signal.ts'
import type { FromAbove, RunningService } from './start-service.ts'

/**
 * Runs the service until SIGINT or SIGTERM. Writes structured log lines to stdout, and sentences for people to stderr:
 * at a terminal as they are, elsewhere as log lines. Faults of the settings, too: they are what ends a start most often.
 */
export async function serve(fromAbove: FromAbove): Promise<void> {
  sayInLogLines()
  const reloading = onReloadSignal()
  const config = readConfig()
  const log = systemLog(config.logLevel)
  const stopping = new AbortController()
  const told = untilShutdownSignal(log, stopping)
  const one = { fromAbove, stopping: stopping.signal, told }
  if (config.startKind) return serveOne(config, log, one)
  warnOfSettings(config, log)
  if (config.processes === 1) {
    reloading.wish = () => log.warn('reload-needs-restart')
    await serveOne(config, log, one)
  } else {
    const { serveInProcesses } = await import('./serve-processes.ts')
    await serveInProcesses(config, log, { stopping: stopping.signal, told, reloading })
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
  const running = await startService(config, log, say, { stopping, fromAbove }).catch((error: unknown) => {
    // It was told to stop while it waited for `portico migrate`.
    if (stopping.aborted) return undefined
    throw error
  })
  if (!running) return
  const { listening, mailboxUrl } = running
  if (config.startKind) tellServing({ listening, mailboxUrl })
  else sayReady(config, running)
  await drainAndClose(running, await told, config)
}

/** Settings that are no faults, and are told all the same. */
function warnOfSettings({ unknownSettings, trustedProxies }: Config, log: Log): void {
  for (const { name, meant } of unknownSettings)
    log.warn('setting-unknown', { 'portico.setting': name, 'portico.meant': meant })
  for (const range of trustedProxies.tooWide)
    log.warn('proxies-too-wide', { 'portico.setting': 'PORTICO_TRUSTED_PROXIES', 'portico.range': range })
}

/**
 * After SIGTERM, `/readyz` is 503, and the port closes when load balancers had the time to see it; Ctrl-C does not wait. One of several
 * processes says nothing to people: its parent does.
 */
async function drainAndClose(running: RunningService, signal: NodeJS.Signals, config: Config): Promise<void> {
  const { startKind, drainSeconds } = config
  running.leave()
  if (signal === 'SIGTERM' && drainSeconds > 0) {
    if (!startKind) sayDraining(config)
    await wait(drainSeconds * 1000)
  }
  const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS)
  deadline.unref()
  if (!startKind) say('Portico is stopping')
  await running.close()
}

function untilShutdownSignal(log: Log, stopping: AbortController): Promise<NodeJS.Signals> {
  return new Promise((resolve) =>
    onShutdownSignal((signal) => {
      log.info('stopping', { 'portico.signal': signal })
      stopping.abort()
      resolve(signal)
    }),
  )
}
