import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gateSettings } from '../packages/gate/testing/gate-stage.ts'
import { createTestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { inherited } from '../packages/identity/testing/inherited.ts'
import { serveIdentity } from '../packages/program/testing/served-identity.ts'
import { openFolder } from './kit/folder.ts'

type Settings = Readonly<Record<string, string>>

/** A server that runs in several processes, and what it calls its settings, its numbers and its words. */
export interface Kind {
  readonly name: string
  readonly file: string
  /** An address that needs nobody signed in, and the labels by which its answers are counted. */
  readonly path: string
  readonly labels: string
  readonly processes: string
  readonly drain: string
  readonly metrics: { readonly prefix: string; readonly answers: string; readonly place: string }
  settings(port: number, metricsPort: number): Settings
  /** Everything that it stands on. */
  open(): Promise<{ readonly settings: Settings; close(): Promise<unknown> }>
}

export const SERVICE: Kind = {
  name: 'the identity service',
  file: fileURLToPath(new URL('../packages/identity/src/command/portico.ts', import.meta.url)),
  path: '/.well-known/openid-configuration',
  labels: 'route="/.well-known/openid-configuration",method="GET",status="200"',
  ...{ processes: 'PORTICO_PROCESSES', drain: 'PORTICO_DRAIN_SECONDS' },
  metrics: { prefix: 'portico_', answers: 'portico_http_answers_total', place: 'PORTICO_METRICS_PORT' },
  settings: (port, metricsPort) => ({
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_METRICS_PORT: String(metricsPort),
  }),
  async open() {
    const database = await createTestDatabase()
    return { settings: serviceOn(database.url), close: () => database.drop() }
  },
}

/** The settings of a service on this database. */
export function serviceOn(databaseUrl: string): Settings {
  return {
    PORTICO_DATABASE_URL: databaseUrl,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_DRAIN_SECONDS: '0',
    PORTICO_MAILBOX_PORT: '0',
  }
}

export const GATE: Kind = {
  name: 'the gate',
  file: fileURLToPath(new URL('../packages/gate/src/main.ts', import.meta.url)),
  path: '/gate/jwks.json',
  labels: 'route="jwks",status="200"',
  ...{ processes: 'GATE_PROCESSES', drain: 'GATE_DRAIN_SECONDS' },
  metrics: {
    prefix: 'portico_gate_',
    answers: 'portico_gate_answers_total',
    place: 'GATE_METRICS_LISTEN',
  },
  settings: (port, metricsPort) => ({
    GATE_LISTEN: `127.0.0.1:${port}`,
    GATE_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
  }),
  async open() {
    const served = await serveIdentity()
    const folder = openFolder()
    return {
      settings: {
        ...gateSettings(served, `sqlite:${join(folder, 'gate.db')}`),
        GATE_PROXY: 'nginx',
        GATE_DRAIN_SECONDS: '0',
      },
      close: () => Promise.all([served.close(), rm(folder, { recursive: true })]),
    }
  },
}

const started: Server[] = []

let tests = 0

/** Ends what a test has started, and its waits; also a process that is stopped and does not see its parent go. */
export function endAll(): void {
  tests += 1
  const all = started.splice(0).flatMap((server) => [...server.processes(), server.child.pid ?? 0])
  for (const pid of all.filter((pid) => pid > 0 && isThere(pid))) process.kill(pid, 'SIGKILL')
}

/** A parent and its processes. */
export class Server {
  readonly child: ChildProcess
  readonly port: number
  readonly metricsPort: number
  readonly kind: Kind
  #said = ''
  readonly #waiting: { readonly words: RegExp; readonly done: () => void }[] = []

  constructor(kind: Kind, { port, metricsPort }: { port: number; metricsPort: number }, settings: Settings) {
    this.kind = kind
    this.port = port
    this.metricsPort = metricsPort
    const env = {
      ...{ ...inherited(), [kind.processes]: '2' },
      ...settings,
      ...kind.settings(port, metricsPort),
    }
    const args = [kind.file, 'serve', ...(settings['ARGS']?.split(' ') ?? [])]
    this.child = spawn(process.execPath, args, { env })
    started.push(this)
    for (const input of [this.child.stdout, this.child.stderr])
      if (input) createInterface({ input }).on('line', (line) => this.#hear(line))
  }

  /** The thousands of lines about answers are not kept. */
  #hear(line: string): void {
    if (line.includes('"message":"answered"')) return
    this.#said += `${line}\n`
    for (const { words, done } of this.#waiting) if (words.test(this.#said)) done()
  }

  /** Resolves when it has said this. Throws where it ends without it. */
  async says(words: RegExp): Promise<string> {
    const isSaid = () => words.test(this.#said)
    if (!isSaid()) {
      const said = new Promise<void>((done) => this.#waiting.push({ words, done }))
      await Promise.race([said, this.ended()])
    }
    if (!isSaid()) throw new Error(`It ended without ${words}: ${this.#said}`)
    return this.#said
  }

  async ended(): Promise<{ readonly code: number | null; readonly said: string }> {
    if (this.child.exitCode === null) await once(this.child, 'close')
    return { code: this.child.exitCode, said: this.#said }
  }

  /** The process ids of its processes. */
  processes(): readonly number[] {
    // It fails where there are none.
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(this.child.pid)], {
      encoding: 'utf8',
    })
    return stdout
      .split('\n')
      .filter((line) => line.includes(` ${this.kind.file} serve`))
      .map((line) => Number.parseInt(line, 10))
  }

  /** The values of a metric, by the labels as they are written. `name` is without the beginning that all of its kind have. */
  async metric(name: string): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text()
    const found = text.matchAll(new RegExp(`^${this.kind.metrics.prefix}${name}(?:\\{(.*)\\})? (.*)$`, 'gm'))
    return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]))
  }

  async readiness(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/readyz`)).status
  }

  /** What its port answers. */
  async status(): Promise<number> {
    const headers = { connection: 'close' }
    return (await fetch(`http://127.0.0.1:${this.port}${this.kind.path}`, { headers })).status
  }
}

/** Starts a server on free ports. */
export async function startServer(kind: Kind, settings: Settings): Promise<Server> {
  return new Server(kind, { port: await freePort(), metricsPort: await freePort() }, settings)
}

/**
 * Callers that ask again and again until `stop`, and keep their connections, or open one for each request. What failed comes back by its
 * reason.
 */
export function callers({ port, kind }: Server, count: number, { keepAlive = true } = {}) {
  const agent = new Agent({ keepAlive, maxSockets: count })
  const failures: string[] = []
  let answers = 0
  let isOver = false
  const ask = () =>
    new Promise<void>((resolve) => {
      const fail = (reason: string) => {
        failures.push(reason)
        resolve()
      }
      const asked = get({ host: '127.0.0.1', port, path: kind.path, agent }, (reply) => {
        reply.resume().on('error', () => fail('cut off'))
        reply.on('end', () => {
          if (reply.statusCode !== 200) return fail(String(reply.statusCode))
          answers += 1
          resolve()
        })
      }).on('error', (error) => {
        const reason = 'code' in error ? String(error.code) : error.message
        fail(asked.reusedSocket ? `${reason} of a kept connection` : reason)
      })
    })
  const all = Array.from({ length: count }, async () => {
    while (!isOver) await ask()
  })
  return {
    answers: () => answers,
    failed: () => failures.length,
    async stop() {
      isOver = true
      await Promise.all(all)
      agent.destroy()
      return failures
    },
  }
}

/** Starts a process that takes this one for its parent, and never hears from it. Resolves with its exit code. */
export async function endOfOrphan(kind: Kind, settings: Settings): Promise<number | null> {
  const env = { ...inherited(), ...settings, OF_SEVERAL_PORTICO: 'later', NODE_UNIQUE_ID: '1' }
  const child = spawn(process.execPath, [kind.file, 'serve'], {
    ...{ env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** Asks on a connection of its own, and resolves when it is open. `outcome` is the status, or why there is none. */
export async function askOnce({ port, kind: { path } }: Server) {
  const outcome = Promise.withResolvers<number | string>()
  const asked = get({ host: '127.0.0.1', port, path, agent: false })
  asked.on('error', ({ message }) => outcome.resolve(message))
  asked.on('response', (reply) => outcome.resolve(reply.resume().statusCode ?? 0))
  const [socket] = await once(asked, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  return { outcome: outcome.promise }
}

/** Stops a process, and resolves when the system says that it is (`T`). */
export async function halt(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const state = () => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
  await until(() => state().startsWith('T'))
}

/** Whether a process is there. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Looks again and again, until it is so, or the test is over. */
export async function until(isSo: () => boolean): Promise<void> {
  const own = tests
  while (own === tests && !isSo()) await nextTurn()
}
