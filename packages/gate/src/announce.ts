import type { Farewells } from '@portico/processes'
import type { GateConfig } from './config.ts'
import { say } from './say.ts'
import type { RunningGate } from './start-gate.ts'

/** What people are told of a gate that is ready. */
export function readySentence(
  { sso, protection, processes }: GateConfig,
  { listening }: RunningGate,
): string {
  const place = `${listening.host}:${listening.port}`
  const where = processes === 1 ? place : `${place} in ${processes} processes`
  const how = protection.kind === 'forward-auth' ? `${protection.proxy} asks it` : 'it is the proxy'
  return `The gate of ${sso.program.baseUrl} is ready: it listens on ${where}, and ${how}`
}

/** Says to people that the port closes only after a time, and that the gate is stopping. */
export function farewells({ drainSeconds }: Pick<GateConfig, 'drainSeconds'>): Farewells {
  return {
    draining: () =>
      say(`The gate is not ready any more, and closes its port in ${drainSeconds} s (GATE_DRAIN_SECONDS)`),
    stopping: () => say('The gate is stopping'),
  }
}
