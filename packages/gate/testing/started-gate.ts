import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { send } from './gate-stage.ts'

/** The settings with which a process of the gate is started. */
export interface GateSettings {
  readonly database: { host: string; port: number; user: string; database: string }
  readonly identity: { baseUrl: string; clientId: string; clientSecret: string }
  readonly baseUrl: string
  readonly key: string
  readonly hooks: { url: string; secret: string }
}

/** A process of the gate. */
export interface StartedGate {
  /** Sends it a request that was made for its public address. */
  send(request: Request): Promise<Response>
  /** Ends it as a power failure does. */
  kill(): Promise<void>
}

/** Starts a process, and waits for its port. */
export async function startGate(settings: GateSettings): Promise<StartedGate> {
  const file = fileURLToPath(new URL('./gate-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return {
    async send({ url, method, headers }) {
      const { pathname, search } = new URL(url)
      const asked = { method, path: `${pathname}${search}`, headers: Object.fromEntries(headers) }
      const { status, headers: got, body } = await send(Number(port), asked)
      return new Response([204, 303].includes(status) ? null : body, { status, headers: got })
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
