// Takes over 10 s: six processes load the service, and meanwhile the list of all processes is read each millisecond.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { TestBrowser } from '../../testing/test-browser.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

const KEY = Buffer.from('needle-of-the-secret-key-32bytes')
const PASSWORDS = [
  'needle-of-postgres',
  'needle-of-smtp',
  'needle-of-redis',
  'needle of a citizen, quite long',
]

let database: TestDatabase
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-lists-'))
  // As root, the server runs as `nobody`, which must be able to reach its data.
  await chmod(folder, 0o711)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The arguments of every process of this machine and, if it is readable, its environment. */
interface Shown {
  readonly pid: string
  readonly parent: string
  readonly line: string
  readonly environment: string
}

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

function look(strangers: ReadonlySet<string> = new Set()): readonly Shown[] {
  return pids()
    .filter((pid) => !strangers.has(pid))
    .map((pid) => ({
      pid,
      parent: /\) \S (\d+)/.exec(content(pid, 'stat'))?.[1] ?? '',
      line: content(pid, 'cmdline').replaceAll('\0', ' '),
      environment: content(pid, 'environ'),
    }))
}

function content(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/**
 * Until it is stopped, reads the arguments and environments of all processes that this one started, or that name its folder. None was there
 * before it, so only younger ones are read: every millisecond, which leaves the core to them.
 */
function watch(child: ChildProcess, place: string) {
  const lines = new Set<string>()
  const environments = new Set<string>()
  const family = new Set([String(child.pid)])
  const strangers = new Set(pids().filter((pid) => !family.has(pid)))
  let goOn = true
  const isParent = (pid: string, line: string) =>
    pid === String(child.pid) || line === content(String(child.pid), 'cmdline').replaceAll('\0', ' ')
  const turn = () => {
    for (const { pid, parent, line, environment } of look(strangers)) {
      if (!family.has(pid) && !family.has(parent) && !line.includes(place)) continue
      family.add(pid)
      lines.add(line)
      // Between fork and exec, a child has the arguments and the environment of its parent.
      if (!isParent(pid, line)) environments.add(environment)
    }
    if (goOn) setTimeout(turn, 1)
  }
  turn()
  return () => {
    goOn = false
    return { lines: [...lines].join('\n'), environments: [...environments].join('\n') }
  }
}

function start(environment: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcess {
  const env = { ...inherited(), ...environment }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  return child
}

/** Reads the output of a process until it contains this text. */
async function untilItSays(child: ChildProcess, words: string): Promise<void> {
  if (!child.stdout || !child.stderr) throw new Error('Nobody listens')
  child.stdout.resume()
  for await (const line of createInterface(child.stderr)) if (line.includes(words)) return
  throw new Error(`It never said "${words}"`)
}

function spellings(secret: Buffer | string): readonly string[] {
  const bytes = Buffer.from(secret)
  const encodings = ['latin1', 'hex', 'base64', 'base64url'] as const
  return encodings.map((encoding) => bytes.toString(encoding).replaceAll('=', ''))
}

function expectNone(text: string, secrets: readonly (Buffer | string)[]): void {
  for (const spelling of secrets.flatMap(spellings)) expect(text).not.toContain(spelling)
}

describe.skipIf(process.platform !== 'linux')('no secret is in a list of processes', () => {
  test('a look finds what it looks for', async () => {
    const child = spawn('sleep', ['60'], { env: { ...inherited(), NEEDLE: 'needle-in-the-hay' } })
    started.push(child)
    await once(child, 'spawn')
    const seen = look().find(({ pid }) => pid === String(child.pid))
    expect(seen).toMatchObject({
      line: 'sleep 60 ',
      environment: expect.stringContaining('needle-in-the-hay'),
    })
    expect(() => expectNone(seen?.environment ?? '', ['needle-in-the-hay'])).toThrow()
    child.kill()
  })

  // proves: threat-key-theft
  test('while the service makes its own PostgreSQL, serves, and hashes a password', async () => {
    const dataDir = join(folder, 'own')
    const port = String(await freePort())
    const environment = {
      PORTICO_DATA_DIR: dataDir,
      PORTICO_PORT: port,
      PORTICO_BASE_URL: `http://localhost:${port}`,
      PORTICO_SMTP_URL: `smtp://portico:${PASSWORDS[1]}@127.0.0.1:9`,
      PORTICO_REDIS_URL: `redis://portico:${PASSWORDS[2]}@127.0.0.1:9`,
      PORTICO_DRAIN_SECONDS: '0',
    }
    const migrating = start(environment, 'migrate')
    const stopFirst = watch(migrating, dataDir)
    await once(migrating, 'exit')
    const first = stopFirst()
    const child = start(environment, 'serve')
    const stop = watch(child, dataDir)
    await untilItSays(child, 'Portico is ready')
    const browser = new TestBrowser(`http://localhost:${port}`)
    const form = { email: 'ana@example.test', password: PASSWORDS[3] ?? '' }
    expect((await browser.submit(await browser.get('/login/'), form)).status).toBe(400)
    child.kill('SIGTERM')
    await once(child, 'exit')
    const second = stop()
    const lines = `${first.lines}\n${second.lines}`
    const environments = `${first.environments}\n${second.environments}`
    for (const known of ['portico.ts serve', 'initdb', 'postgres -D', 'postgres: '])
      expect(lines).toContain(known)
    expect(environments).toContain('LC_ALL=C')
    const made = Buffer.from(await readFile(join(dataDir, 'secret-key'), 'utf8'), 'base64')
    expect(made).toHaveLength(32)
    expectNone(lines, [made, ...PASSWORDS])
    expectNone(environments, [made, ...PASSWORDS])
  })

  // proves: threat-key-theft
  testOnOneServer(
    'while a command works on a database behind a password, and makes a secret for a program',
    async () => {
      const environment = {
        PORTICO_DATABASE_URL: database.url.replace('@', `:${PASSWORDS[0]}@`),
        PORTICO_SECRET_KEY: KEY.toString('base64'),
      }
      const commands = [
        ['client', 'add', 'Parking', '--redirect-uri', 'http://localhost:4100/cb', '--reason', 'x', '--json'],
        ['keys', 'rotate', '--reason', 'x', '--json'],
        ['backup', join(folder, 'backup'), '--json'],
        ['migrate', '--json'],
      ]
      const all: string[] = []
      for (const args of commands) {
        const child = start(environment, ...args)
        const stop = watch(child, database.address.database)
        const printed: string[] = []
        child.stdout?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
        const [code] = await once(child, 'close')
        expect([args[0], code]).toEqual([args[0], 0])
        const { lines, environments } = stop()
        expect(lines).toContain(`portico.ts ${args[0]}`)
        all.push(lines)
        const made = /"client_secret":\s*"([^"]{20,})"/.exec(printed.join(''))?.[1]
        expect(made !== undefined).toBe(args[0] === 'client')
        expectNone(lines + environments, [KEY, ...PASSWORDS, ...(made ? [made] : [])])
      }
      expect(all.join('\n'), 'PostgreSQL at work for one of them').toContain('postgres: ')
    },
  )
})
