// Takes over 10 s: each test starts the service with its processes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { inherited } from '../testing/inherited.ts'
import { TestBrowser, type Visited } from '../testing/test-browser.ts'
import { settingsFor } from './command/portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./command/portico.ts', import.meta.url))

let database: TestDatabase
const groups: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  }
})
afterAll(() => database.drop())

/** The service as the first of a process group, as a terminal starts it. */
async function start(processes = 1) {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    ...inherited(),
    ...settingsFor(database),
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_PROCESSES: String(processes),
    PORTICO_LOG_LEVEL: 'warn',
    UV_THREADPOOL_SIZE: '2',
  }
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve'], { env, detached: true })
  groups.push(child.pid ?? 0)
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Portico is ready')
  /** A value of each process of the service. */
  const values = async (name: string): Promise<readonly number[]> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'))].map(([, value]) =>
      Number(value),
    )
  }
  const metric = async (name: string) => (await values(name)).reduce((sum, value) => sum + value, 0)
  const hashers = () => hashersOf(child.pid ?? 0)
  // Before a process has told its memory, a signal ends it as it does any other.
  await expect
    .poll(async () => (await values('portico_hashing_process_bytes')).length, { timeout: 30_000 })
    .toBe(processes)
  const browser = new TestBrowser(`http://localhost:${port}`)
  const form = await browser.get('/login/')
  return {
    ...{ child, metric, hashers },
    said: () => said,
    /** Each guess is at another address. All are wrong: 400 is the answer to one that was compared. */
    guess: (count: number): Promise<readonly Visited[]> =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          browser.submit(form, { email: `nobody.${at}@example.test`, password: `a wrong password, ${at}` }),
        ),
      ),
    /** Resolves when so many guesses are hashed or wait. */
    hold: (count: number) =>
      expect
        .poll(
          async () => (await metric('portico_hashing_running')) + (await metric('portico_hashing_waiting')),
          {
            timeout: 30_000,
          },
        )
        .toBe(count),
  }
}

/** The processes that hash among all that a process has started, and what these have. */
function hashersOf(root: number): readonly number[] {
  const words = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const all = [...words.matchAll(/^\s*(\d+)\s+(\d+) (.*)$/gm)]
  const below = (parent: number): readonly number[] =>
    all.flatMap(([, pid, of, args]) =>
      Number(of) === parent
        ? [...(args?.includes('hashing-process.ts') ? [Number(pid)] : []), ...below(Number(pid))]
        : [],
    )
  return below(root)
}

/** A process of the service that answers nobody ends at once, and so does the one that hashes for it. */
function resume(hasher: number): void {
  try {
    process.kill(hasher, 'SIGCONT')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

const statuses = (answers: readonly Visited[]) => answers.map(({ status }) => status).sort()

describe.skipIf(process.platform === 'win32')('the process that hashes', () => {
  // proves: design-7.30-bounded-hashing
  test('killed during sign-ins, it loses those that it hashes, which get 503, and no others', async () => {
    const service = await start()
    const [hasher = 0] = service.hashers()
    process.kill(hasher, 'SIGSTOP')
    const guesses = service.guess(6)
    await service.hold(6)
    process.kill(hasher, 'SIGKILL')
    expect(statuses(await guesses)).toEqual([400, 400, 400, 400, 503, 503])
    expect(statuses(await service.guess(1))).toEqual([400])
    expect(service.hashers()).toHaveLength(1)
    expect(service.hashers()).not.toContain(hasher)
    // A process writes its log a moment after it has answered.
    await expect
      .poll(() => service.said())
      .toMatch(
        new RegExp(
          `"log.level":"error","message":"hashing-process-ended".*"process.pid":${hasher},.*"SIGKILL"`,
        ),
      )
    expect(await service.metric('portico_hashing_process_deaths_total')).toBe(1)
    expect(await service.metric('portico_hashing_refused_total')).toBe(2)
    expect(service.said()).not.toMatch(/wrong password|uncaught/)
  })

  // proves: threat-restart
  test.each([
    ['SIGINT', 'a terminal', 1, 6],
    ['SIGTERM', 'systemd', 1, 6],
    ['SIGINT', 'a terminal', 2, 6],
    ['SIGINT', 'a terminal', 2, 1],
  ] as const)(
    '%s to the whole group, as %s sends it: the sign-ins under way are answered first (processes: %i, sign-ins: %i)',
    async (signal, _, processes, count) => {
      const service = await start(processes)
      for (const hasher of service.hashers()) process.kill(hasher, 'SIGSTOP')
      const hashers = service.hashers()
      const guesses = service.guess(count)
      await service.hold(count)
      process.kill(-(service.child.pid ?? 0), signal)
      await expect.poll(() => service.said(), { timeout: 30_000 }).toContain('Portico is stopping')
      for (const hasher of hashers) resume(hasher)
      expect(statuses(await guesses)).toEqual(Array(count).fill(400))
      expect(await once(service.child, 'close')).toEqual([0, null])
      for (const hasher of hashers) expect(() => process.kill(hasher, 0)).toThrow('ESRCH')
      expect(service.said()).not.toContain('hashing-process-ended')
    },
  )

  test('ends with a service that is killed', async () => {
    const service = await start(2)
    const guesses = service.guess(6).catch(() => undefined)
    service.child.kill('SIGKILL')
    // All have the same output, which closes when the last of them has ended.
    expect(await once(service.child, 'close')).toEqual([null, 'SIGKILL'])
    await guesses
  })
})
