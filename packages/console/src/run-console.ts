import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, systemLog, systemRandom } from '@portico/identity/parts'
import { readConsoleConfig } from './config.ts'
import { startConsole } from './start-console.ts'

/** Runs the console until it is told to stop: what `portico console` does where this package is installed. Throws where a setting is wrong, or it cannot start. */
export async function runConsole(): Promise<void> {
  const log = systemLog('info')
  const config = readConsoleConfig()
  log.info('The console starts and connects to its database')
  const running = await startConsole(config, { clock: systemClock, random: systemRandom, wait, log })
  log.info(`The console is ready at ${config.url} (listening on ${running.address})`)
  await stopSignal()
  await running.close()
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
