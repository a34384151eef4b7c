import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@portico/program'
import type { GateConfig } from './config.ts'
import { say } from './say.ts'
import { onShutdownSignal } from './shutdown-signal.ts'
import { type RunningGate, startGate } from './start-gate.ts'

/** A gate that does not stop by itself is ended. */
const SHUTDOWN_MS = 20_000

/** Runs a gate until SIGINT or SIGTERM. */
export async function serve(config: GateConfig, log: Logger): Promise<void> {
  const stopping = new AbortController()
  const told = untilShutdownSignal(stopping)
  const gate = await startGate(config, { log, say, writeAccess, stopping: stopping.signal })
  if (gate) {
    announce(config, gate)
    await drainAndClose(gate, (await told) === 'SIGTERM' ? config.drainSeconds : 0)
  }
  say('The gate has stopped')
}

function announce({ sso, protection }: GateConfig, { listening }: RunningGate): void {
  const place = `${listening.host}:${listening.port}`
  const how = protection.kind === 'forward-auth' ? `${protection.proxy} asks it` : 'it is the proxy'
  say(`The gate of ${sso.program.baseUrl} is ready: it listens on ${place}, and ${how}`)
}

/** The port closes when proxies had the time to see that the gate is not ready. Ctrl-C does not wait. */
async function drainAndClose(gate: RunningGate, drainSeconds: number): Promise<void> {
  gate.leave()
  if (drainSeconds > 0) {
    say(`The gate is not ready any more, and closes its port in ${drainSeconds} s (GATE_DRAIN_SECONDS)`)
    await wait(drainSeconds * 1000)
  }
  const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MS)
  deadline.unref()
  say('The gate is stopping')
  await gate.close()
}

function untilShutdownSignal(stopping: AbortController): Promise<NodeJS.Signals> {
  return new Promise((resolve) =>
    onShutdownSignal((signal) => {
      stopping.abort()
      resolve(signal)
    }),
  )
}

function writeAccess(line: string): void {
  process.stdout.write(line)
}
