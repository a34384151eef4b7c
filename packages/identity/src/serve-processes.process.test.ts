// Takes over 10 s: real processes start, are replaced and are killed, each of which loads the service.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { inherited } from '../testing/inherited.ts'
import { settingsFor } from './command/portico.fixture.ts'
import { listInstances } from './instances/index.ts'
import { systemClock } from './platform/system-clock.ts'

const PROGRAM = fileURLToPath(new URL('./command/portico.ts', import.meta.url))

let database: TestDatabase
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => database.drop())

/** A parent and its processes. */
class Service {
  readonly child: ChildProcess
  readonly port: number
  readonly metricsPort: string
  #said = ''
  readonly #waiting: { readonly words: RegExp; readonly done: () => void }[] = []

  constructor(port: number, metricsPort: number, settings: Readonly<Record<string, string>>) {
    this.port = port
    this.metricsPort = String(metricsPort)
    const env = {
      ...inherited(),
      ...settingsFor(database),
      PORTICO_PORT: String(port),
      PORTICO_BASE_URL: `http://localhost:${port}`,
      PORTICO_METRICS_PORT: String(metricsPort),
      PORTICO_MAILBOX_PORT: '0',
      PORTICO_PROCESSES: '2',
      ...settings,
    }
    this.child = spawn(process.execPath, [PROGRAM, 'serve'], { env })
    started.push(this.child)
    for (const input of [this.child.stdout, this.child.stderr])
      if (input) createInterface({ input }).on('line', (line) => this.#hear(line))
  }

  /** The thousands of lines about answers are not kept. */
  #hear(line: string): void {
    if (line.includes('"message":"answered"')) return
    this.#said += `${line}\n`
    for (const { words, done } of this.#waiting) if (words.test(this.#said)) done()
  }

  /** Resolves when it has said this. */
  async says(words: RegExp): Promise<string> {
    if (!words.test(this.#said)) await new Promise<void>((done) => this.#waiting.push({ words, done }))
    return this.#said
  }

  async ended(): Promise<{ readonly code: number | null; readonly said: string }> {
    if (this.child.exitCode === null) await once(this.child, 'close')
    return { code: this.child.exitCode, said: this.#said }
  }

  /** The process ids of its processes. */
  processes(): readonly number[] {
    const words = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(this.child.pid)], {
      encoding: 'utf8',
    })
    return [...words.matchAll(/^\s*(\d+) .*portico\.ts serve$/gm)].map(([, pid]) => Number(pid))
  }

  /** The values of a metric, by the labels as they are written. */
  async metric(name: string): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text()
    const found = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (.*)$`, 'gm'))
    return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]))
  }

  readiness(): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.metricsPort}/readyz`)
  }
}

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  return new Service(await freePort(), await freePort(), settings)
}

/**
 * Callers that ask again and again until `stop`, and keep their connections, or open one for each request. What failed comes back by its
 * reason.
 */
function callers(port: number, count: number, { keepAlive = true } = {}) {
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
      const asked = get(
        { host: '127.0.0.1', port, path: '/.well-known/openid-configuration', agent },
        (reply) => {
          reply.resume().on('error', () => fail('cut off'))
          reply.on('end', () => {
            if (reply.statusCode !== 200) return fail(String(reply.statusCode))
            answers += 1
            resolve()
          })
        },
      ).on('error', (error) => {
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

/** Asks on a connection of its own, and resolves when it is open. `outcome` is the status, or why there is none. */
async function askOnce(port: number) {
  const outcome = Promise.withResolvers<number | string>()
  const asked = get({ host: '127.0.0.1', port, path: '/.well-known/openid-configuration', agent: false })
  asked.on('error', ({ message }) => outcome.resolve(message))
  asked.on('response', (reply) => outcome.resolve(reply.resume().statusCode ?? 0))
  const [socket] = await once(asked, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  return { outcome: outcome.promise }
}

/** What the system says a process does: `T` where it is stopped. */
function stateOf(pid: number): string {
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
}

/** The processes that say in the database that they run. */
async function sayTheyRun(): Promise<readonly number[]> {
  const instances = await listInstances(database.db, systemClock.now())
  return instances.map(({ processId }) => processId).sort()
}

/** Looks again and again, until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}

describe.skipIf(process.platform === 'win32')('several processes', () => {
  // proves: threat-restart, instances-run
  test('all are replaced at SIGHUP while callers keep their connections, or open new ones, and no request fails', async () => {
    const service = await start({ PORTICO_DRAIN_SECONDS: '1' })
    expect(await service.says(/Portico is ready/)).toContain(', 2 processes)')
    const before = service.processes()
    expect(before).toHaveLength(2)
    const all = [callers(service.port, 8), callers(service.port, 8, { keepAlive: false })]
    service.child.kill('SIGHUP')
    await service.says(/"processes-replaced"/)
    for (const load of all) {
      expect(await load.stop()).toEqual([])
      expect(load.answers()).toBeGreaterThan(0)
    }
    const after = service.processes()
    expect([after.length, after.filter((pid) => before.includes(pid))]).toEqual([2, []])
    await expect.poll(sayTheyRun).toEqual([...after].sort())
    expect(await service.metric('portico_process_deaths_total')).toEqual({ '': 0 })
  })

  test('one that is killed loses its own requests and no others; the port answers, and another one takes its place', async () => {
    const service = await start()
    await service.says(/Portico is ready/)
    const [victim = 0, other] = service.processes()
    const load = callers(service.port, 8)
    await until(() => load.answers() + load.failed() > 100)
    process.kill(victim, 'SIGKILL')
    const said = await service.says(/"process-ended"/)
    expect(said).toMatch(
      new RegExp(`"log\\.level":"error","message":"process-ended".*"process\\.pid":${victim},.*"SIGKILL"`),
    )
    await until(() => service.processes().length === 2)
    const failures = await load.stop()
    expect(failures.filter((reason) => !/^(?:ECONNRESET|EPIPE|cut off)/.test(reason))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(16)
    expect(service.processes()).toContain(other)
    expect(await service.metric('portico_process_deaths_total')).toEqual({ '': 1 })
    expect(await service.metric('portico_processes_wanted')).toEqual({ '': 2 })
  })

  test('one that is stopped, and then killed, keeps no connection: the other one answers all that come meanwhile', async () => {
    const service = await start()
    await service.says(/Portico is ready/)
    const [victim = 0] = service.processes()
    process.kill(victim, 'SIGSTOP')
    await until(() => stateOf(victim).startsWith('T'))
    const asked = await Promise.all(Array.from({ length: 40 }, () => askOnce(service.port)))
    process.kill(victim, 'SIGKILL')
    await service.says(/"process-ended"/)
    expect(await Promise.all(asked.map(({ outcome }) => outcome))).toEqual(asked.map(() => 200))
  })

  test('one port has the numbers of both: what adds up is added, the rest says whose it is', async () => {
    const service = await start()
    await service.says(/Portico is ready/)
    for (let round = 0; round < 10; round += 1)
      await fetch(`http://127.0.0.1:${service.port}/.well-known/openid-configuration`, {
        headers: { connection: 'close' },
      })
    const answers = await service.metric('portico_http_answers_total')
    expect(answers['route="/.well-known/openid-configuration",method="GET",status="200"']).toBe(10)
    expect(Object.keys(await service.metric('portico_process_resident_memory_bytes'))).toEqual([
      'process="0"',
      'process="1"',
    ])
    await expect.poll(async () => (await service.readiness()).status, { timeout: 30_000 }).toBe(200)
  })

  test('where one process is stopped, the port of the metrics says that the other one is ready', async () => {
    const service = await start()
    await service.says(/Portico is ready/)
    const [stopped = 0] = service.processes()
    process.kill(stopped, 'SIGSTOP')
    // Where the other one has just started, it is ready as soon as its process that hashes runs.
    await expect.poll(async () => (await service.readiness()).status, { timeout: 30_000 }).toBe(200)
    expect(Object.keys(await service.metric('portico_process_resident_memory_bytes'))).toHaveLength(1)
    process.kill(stopped, 'SIGCONT')
    expect((await service.readiness()).status).toBe(200)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends all of them, and the parent last', async (signal) => {
    const service = await start()
    await service.says(/Portico is ready/)
    const all = service.processes()
    service.child.kill(signal)
    const { code, said } = await service.ended()
    expect([code, said]).toEqual([0, expect.stringMatching(/Portico has stopped/)])
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('told to stop while all wait for portico migrate, they end; a wish to replace them before is no fault', async () => {
    const empty = await createTestDatabase('template0')
    try {
      const service = await start(settingsFor(empty))
      await service.says(/Portico is not ready: The database is empty: run portico migrate/)
      expect((await service.readiness()).status).toBe(503)
      service.child.kill('SIGHUP')
      service.child.kill('SIGTERM')
      const { code, said } = await service.ended()
      expect([code, said]).toEqual([0, expect.stringMatching(/Portico has stopped/)])
      expect(said).not.toMatch(/processes-replacing|uncaught|process-ended/)
    } finally {
      await empty.drop()
    }
  })

  test('SIGHUP during the drain, and a second one during a replacement, cut nothing off', async () => {
    const service = await start({ PORTICO_DRAIN_SECONDS: '1' })
    await service.says(/Portico is ready/)
    const load = callers(service.port, 4)
    service.child.kill('SIGHUP')
    await service.says(/"stopping".*"SIGTERM"/)
    service.child.kill('SIGTERM')
    await service.says(/closes its port/)
    service.child.kill('SIGHUP')
    const { code, said } = await service.ended()
    expect([code, said]).toEqual([0, expect.stringMatching(/Portico has stopped/)])
    const failures = await load.stop()
    // A connection that comes just as the port closes finds nobody.
    expect(failures.filter((reason) => !/^ECONN(?:REFUSED|RESET)$/.test(reason))).toEqual([])
  })

  test('one process alone goes on at SIGHUP, and says that it needs a restart', async () => {
    const service = await start({ PORTICO_PROCESSES: '1' })
    await service.says(/Portico is ready/)
    service.child.kill('SIGHUP')
    await service.says(/"reload-needs-restart"/)
    expect((await fetch(`http://127.0.0.1:${service.port}/.well-known/openid-configuration`)).status).toBe(
      200,
    )
    service.child.kill('SIGTERM')
    expect((await service.ended()).code).toBe(0)
  })

  test('one of a later start does not wait for portico migrate in the place of those that serve', async () => {
    const empty = await createTestDatabase('template0')
    try {
      const later = await start({ ...settingsFor(empty), OF_SEVERAL_PORTICO: 'later' })
      const { code, said } = await later.ended()
      expect([code, said]).toEqual([1, expect.stringMatching(/The database is empty: run portico migrate/)])
    } finally {
      await empty.drop()
    }
  })

  test('where the port of the metrics is in use, no process is started', async () => {
    const first = await start()
    await first.says(/Portico is ready/)
    const second = await start({ PORTICO_METRICS_PORT: first.metricsPort })
    const { code, said } = await second.ended()
    expect([code, said]).toEqual([1, expect.stringMatching(/Portico cannot listen \(.*EADDRINUSE/)])
  })

  test('a parent that is killed leaves none behind', async () => {
    const service = await start()
    await service.says(/Portico is ready/)
    const all = service.processes()
    expect(all).toHaveLength(2)
    service.child.kill('SIGKILL')
    const isThere = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await until(() => !all.some(isThere))
  })

  test('where the port is in use, nothing stays: one sentence, and exit code 1', async () => {
    const first = await start()
    await first.says(/Portico is ready/)
    const second = new Service(first.port, await freePort(), {})
    const { code, said } = await second.ended()
    expect(code).toBe(1)
    expect(said).toMatch(/Portico cannot listen \(.*EADDRINUSE.*\): stop what uses this port/)
    expect(said).not.toContain('unexpected')
    expect((await fetch(`http://127.0.0.1:${first.port}/.well-known/openid-configuration`)).status).toBe(200)
  })
})
