// Takes over 10 s: real processes start, are replaced and are killed, each of which loads the service or the gate.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listInstances } from '../packages/identity/src/instances/index.ts'
import { createTestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { openFolder } from './kit/folder.ts'
import {
  askOnce,
  callers,
  endAll,
  endOfOrphan,
  GATE,
  halt,
  isThere,
  SERVICE,
  Server,
  serviceOn,
  startServer,
  until,
} from './processes-stage.ts'

type Settings = Readonly<Record<string, string>>

const READY = /\bis ready\b.*\b2 processes/

/** Lines that say why something does not start. A death is one line, an error. */
const faultsIn = (said: string) =>
  said.split('\n').filter((line) => line.includes('"level":"error"') || line.includes('"log.level":"error"'))

afterEach(endAll)

describe.skipIf(process.platform === 'win32').each([SERVICE, GATE])('several processes: $name', (kind) => {
  let base: Awaited<ReturnType<typeof kind.open>>
  beforeAll(async () => {
    base = await kind.open()
  })
  afterAll(() => base.close())

  const start = (settings: Settings = {}) => startServer(kind, { ...base.settings, ...settings })
  /** Starts two processes, and resolves when they serve. */
  async function startTwo(settings: Settings = {}): Promise<Server> {
    const server = await start(settings)
    await server.says(READY)
    return server
  }

  // proves: threat-restart, program-gate-processes
  test('all are replaced at SIGHUP while callers keep their connections, or open new ones, and no request fails', async () => {
    const server = await startTwo({ [kind.drain]: '1' })
    const before = server.processes()
    expect(before).toHaveLength(2)
    const all = [callers(server, 8), callers(server, 8, { keepAlive: false })]
    server.child.kill('SIGHUP')
    await server.says(/processes.replaced"/)
    for (const load of all) {
      expect(await load.stop()).toEqual([])
      expect(load.answers()).toBeGreaterThan(0)
    }
    const after = server.processes()
    expect([after.length, after.filter((pid) => before.includes(pid))]).toEqual([2, []])
    expect(await server.metric('process_deaths_total')).toEqual({ '': 0 })
  })

  // proves: program-gate-processes
  test('one that is killed loses its own requests and no others; the port answers, and another one takes its place', async () => {
    const server = await startTwo()
    const [victim = 0, other] = server.processes()
    const load = callers(server, 8)
    await until(() => load.answers() + load.failed() > 100)
    process.kill(victim, 'SIGKILL')
    const said = await server.says(/process.ended"/)
    const [death = ''] = faultsIn(said)
    expect(death).toMatch(new RegExp(`process.ended".*pid":${victim},.*"SIGKILL".*restart_in_ms":1000`))
    await until(() => server.processes().length === 2)
    const failures = await load.stop()
    expect(failures.filter((reason) => !/^(?:ECONNRESET|EPIPE|cut off)/.test(reason))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(16)
    expect(server.processes()).toContain(other)
    expect(await server.metric('process_deaths_total')).toEqual({ '': 1 })
    expect(await server.metric('processes_wanted')).toEqual({ '': 2 })
  })

  test('one that is stopped, and then killed, keeps no connection: the other one answers all that come meanwhile', async () => {
    const server = await startTwo()
    const [victim = 0] = server.processes()
    await halt(victim)
    const asked = await Promise.all(Array.from({ length: 40 }, () => askOnce(server)))
    process.kill(victim, 'SIGKILL')
    await server.says(/process.ended"/)
    expect(await Promise.all(asked.map(({ outcome }) => outcome))).toEqual(asked.map(() => 200))
  })

  test('one port has the numbers of both: what adds up is added, the rest says whose it is', async () => {
    const server = await startTwo()
    const [one = 0, other = 0] = server.processes()
    // Whichever process would take them: five by each.
    for (const pid of [one, other]) {
      await halt(pid)
      for (let round = 0; round < 5; round += 1) expect(await server.status()).toBe(200)
      process.kill(pid, 'SIGCONT')
    }
    const name = kind.metrics.answers.slice(kind.metrics.prefix.length)
    expect((await server.metric(name))[kind.labels]).toBe(10)
    expect(Object.keys(await server.metric('process_resident_memory_bytes'))).toEqual([
      'process="0"',
      'process="1"',
    ])
    process.kill(one, 'SIGKILL')
    await server.says(/process.ended"/)
    await until(() => server.processes().length === 2)
    expect((await server.metric(name))[kind.labels]).toBe(10)
    await expect.poll(() => server.readiness(), { timeout: 30_000 }).toBe(200)
  })

  test('where one process is stopped, the port of the metrics says that the other one is ready', async () => {
    const server = await startTwo()
    const [stopped = 0] = server.processes()
    await halt(stopped)
    // Where the other one has just started, it is ready as soon as its process that hashes runs.
    await expect.poll(() => server.readiness(), { timeout: 30_000 }).toBe(200)
    expect(Object.keys(await server.metric('process_resident_memory_bytes'))).toHaveLength(1)
    process.kill(stopped, 'SIGCONT')
    expect(await server.readiness()).toBe(200)
  })

  // proves: program-gate-processes
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends all of them, and the parent last', async (signal) => {
    const server = await startTwo()
    const all = server.processes()
    server.child.kill(signal)
    const { code, said } = await server.ended()
    expect([code, said]).toEqual([0, expect.stringMatching(/has stopped/)])
    expect(all.filter(isThere)).toEqual([])
    expect(said.match(/is stopping/g)).toHaveLength(1)
  })

  test('SIGHUP during the drain, and a second one during a replacement, cut nothing off', async () => {
    const server = await startTwo({ [kind.drain]: '1' })
    const load = callers(server, 4)
    server.child.kill('SIGHUP')
    await server.says(/processes.replacing"/)
    server.child.kill('SIGTERM')
    await server.says(/closes its port/)
    server.child.kill('SIGHUP')
    const { code, said } = await server.ended()
    expect([code, said]).toEqual([0, expect.stringMatching(/has stopped/)])
    const failures = await load.stop()
    // A connection that comes just as the port closes finds nobody.
    expect(failures.filter((reason) => !/^ECONN(?:REFUSED|RESET)$/.test(reason))).toEqual([])
  })

  test('one process alone goes on at SIGHUP, and says that it needs a restart', async () => {
    const server = await start({ [kind.processes]: '1' })
    await server.says(/\bis ready\b/)
    server.child.kill('SIGHUP')
    await server.says(/reload.needs.restart"/)
    expect(await server.status()).toBe(200)
    server.child.kill('SIGTERM')
    expect((await server.ended()).code).toBe(0)
  })

  test('a parent that is killed leaves none behind', async () => {
    const server = await startTwo()
    const all = server.processes()
    expect(all).toHaveLength(2)
    server.child.kill('SIGKILL')
    await until(() => !all.some(isThere))
  })

  test('where the port of the metrics is in use, no process is started', async () => {
    const first = await startTwo()
    const place = { port: await freePort(), metricsPort: first.metricsPort }
    const { code, said } = await new Server(kind, place, base.settings).ended()
    expect([code, faultsIn(said)]).toEqual([1, [expect.stringContaining('EADDRINUSE')]])
  })

  // proves: program-gate-processes
  test('where the port is in use, nothing stays: one sentence, and exit code 1', async () => {
    const first = await startTwo()
    const place = { port: first.port, metricsPort: await freePort() }
    const { code, said } = await new Server(kind, place, base.settings).ended()
    expect([code, faultsIn(said)]).toEqual([1, [expect.stringMatching(/EADDRINUSE.*[Ss]top what/)]])
    expect(said).not.toContain('unexpected')
    expect(await first.status()).toBe(200)
  })

  test('one that cannot start ends by itself, although its parent could still ask', async () => {
    expect(await endOfOrphan(kind, { ...base.settings, [kind.processes]: 'two' })).toBe(1)
  })

  test.each(['0', '1000', 'two', '-1', '1.5'])('%j processes are none: nothing starts', async (count) => {
    const server = await start({ [kind.processes]: count })
    const { code, said } = await server.ended()
    expect([code, faultsIn(said)]).toEqual([
      1,
      [expect.stringContaining('auto or a whole number from 1 to 64')],
    ])
    expect(said).toContain(kind.processes)
  })
})

describe.skipIf(process.platform === 'win32')('several processes of the identity service', () => {
  // proves: instances-run
  test('say in the database that they run: those that serve, and after a replacement no other', async () => {
    const database = await createTestDatabase()
    try {
      const server = await startServer(SERVICE, serviceOn(database.url))
      await server.says(READY)
      const before = server.processes()
      const sayTheyRun = async () => {
        const instances = await listInstances(database.db)
        return instances.map(({ processId }) => processId).sort()
      }
      await expect.poll(sayTheyRun).toEqual([...before].sort())
      server.child.kill('SIGHUP')
      await server.says(/processes-replaced"/)
      const after = server.processes()
      expect(after.filter((pid) => before.includes(pid))).toEqual([])
      await expect.poll(sayTheyRun).toEqual([...after].sort())
    } finally {
      endAll()
      await database.drop()
    }
  })

  test('told to stop while all wait for portico migrate, they end; a wish to replace them before is no fault', async () => {
    const empty = await createTestDatabase('template0')
    try {
      const server = await startServer(SERVICE, serviceOn(empty.url))
      await server.says(/Portico is not ready: The database is empty: run portico migrate/)
      expect(await server.readiness()).toBe(503)
      server.child.kill('SIGHUP')
      server.child.kill('SIGTERM')
      const { code, said } = await server.ended()
      expect([code, said]).toEqual([0, expect.stringMatching(/Portico has stopped/)])
      expect(said).not.toMatch(/processes-replacing|uncaught|process-ended/)
    } finally {
      await empty.drop()
    }
  })

  test('one of a later start does not wait for portico migrate in the place of those that serve', async () => {
    const empty = await createTestDatabase('template0')
    try {
      const later = await startServer(SERVICE, { ...serviceOn(empty.url), OF_SEVERAL_PORTICO: 'later' })
      const { code, said } = await later.ended()
      expect([code, said]).toEqual([1, expect.stringMatching(/The database is empty: run portico migrate/)])
    } finally {
      await empty.drop()
    }
  })
})

describe.skipIf(process.platform === 'win32')('several processes of the gate', () => {
  let base: Awaited<ReturnType<typeof GATE.open>>
  beforeAll(async () => {
    base = await GATE.open()
  })
  afterAll(() => base.close())

  test('told to stop while they wait for the database, they end; only one of them says that it waits', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/none'
    const server = await startServer(GATE, { ...base.settings, DATABASE_URL })
    await server.says(/The database is not ready/)
    expect([await server.readiness(), server.processes().length]).toEqual([503, 1])
    server.child.kill('SIGTERM')
    const { code, said } = await server.ended()
    expect([code, said]).toEqual([0, expect.stringMatching(/The gate has stopped/)])
    expect(said).not.toMatch(/process_ended|uncaught/)
  })

  test('a database in the memory of one process is refused', async () => {
    const server = await startServer(GATE, { ...base.settings, DATABASE_URL: 'sqlite::memory:' })
    const { code, said } = await server.ended()
    expect([code, faultsIn(said)]).toEqual([
      1,
      [expect.stringContaining('that all processes of the gate share')],
    ])
  })

  test('SIGHUP reads a file of settings anew; one that is wrong replaces nobody, and the others go on', async () => {
    const file = join(openFolder(), 'gate.env')
    await writeFile(file, 'GATE_ACCESS_LOG=no\n')
    const server = await startServer(GATE, { ...base.settings, ARGS: `--settings ${file}` })
    await server.says(READY)
    const before = server.processes()
    await writeFile(file, 'GATE_ACCESS_LOG=perhaps\n')
    server.child.kill('SIGHUP')
    const said = await server.says(/processes_not_replaced"/)
    expect(said).toMatch(/GATE_ACCESS_LOG.*must be yes or no/)
    expect([server.processes(), await server.status()]).toEqual([before, 200])
    await writeFile(file, 'GATE_ACCESS_LOG=yes\n')
    server.child.kill('SIGHUP')
    await server.says(/processes_replaced"/)
    expect(await server.status()).toBe(200)
    await server.says(/"message":"access"/)
  })
})
