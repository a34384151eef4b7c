import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../identity/testing/free-port.ts'
import { createTestDatabase } from './test-database.ts'

const PORTICO = fileURLToPath(new URL('../../identity/bin/portico.mjs', import.meta.url))

/** The real identity service in a process of its own. None of its code is imported. */
export interface IdentityService {
  readonly baseUrl: string
  readonly mailboxUrl: string
  /** Runs `portico …` for it and returns its output. */
  command(...args: string[]): Promise<string>
  /**
   * Remembers the database as it is now. The returned function takes it back to this moment, as PostgreSQL does by its own
   * means, and does what the operator does then.
   */
  remember(): Promise<() => Promise<void>>
  /** Ends the process. The returned function starts it again, with the same data. */
  interrupt(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Another process may take a port after it was chosen. Then the start is repeated. */
const MAX_STARTS = 5

/** Starts the service with a database and ports of its own. */
export async function startIdentityService(): Promise<IdentityService> {
  const database = await createTestDatabase(2)
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-program-test-'))
  const place = {
    ...process.env,
    PORTICO_DATABASE_URL: `postgres://${database.user}@localhost/${database.name}?host=${database.host}&port=${database.port}`,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_DATA_DIR: dataDir,
    PORTICO_DATABASE_DEADLINE_MS: '15000',
    PORTICO_DRAIN_SECONDS: '0',
  }
  await runPortico(place, 'migrate')
  const { env, child: first } = await serve(place)
  let child = first
  const start = async () => {
    child = spawn(process.execPath, [PORTICO, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    await ready(child)
  }
  return {
    baseUrl: env.PORTICO_BASE_URL,
    mailboxUrl: mailboxOf(env),
    command: (...args) => runPortico(env, ...args),
    async remember() {
      await end(child)
      const takeBack = await database.remember()
      await start()
      return async () => {
        await end(child)
        await takeBack()
        await runPortico(env, 'after-recovery')
        await start()
      }
    },
    async interrupt() {
      await end(child)
      return start
    },
    async stop() {
      await end(child)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The ports and the address of a service. */
interface Ports {
  readonly PORTICO_PORT: string
  readonly PORTICO_MAILBOX_PORT: string
  readonly PORTICO_BASE_URL: string
}

async function runPortico(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [PORTICO, ...args], { env })).stdout
}

async function serve(
  place: NodeJS.ProcessEnv,
  startsLeft = MAX_STARTS,
): Promise<{ env: NodeJS.ProcessEnv & Ports; child: ChildProcess }> {
  const [port, mailboxPort] = [await freePort(), await freePort()]
  const ports = {
    PORTICO_PORT: String(port),
    PORTICO_MAILBOX_PORT: String(mailboxPort),
    PORTICO_BASE_URL: `http://localhost:${port}`,
  }
  const env = { ...place, ...ports }
  const child = spawn(process.execPath, [PORTICO, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await ready(child)
    await fetch(`${mailboxOf(ports)}/messages.json`)
    return { env, child }
  } catch (error) {
    await end(child)
    if (startsLeft === 1) throw error
    return serve(place, startsLeft - 1)
  }
}

function mailboxOf(ports: Ports): string {
  return `http://localhost:${ports.PORTICO_MAILBOX_PORT}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function ready(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('Portico is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the identity service ended with ${code}: ${said}`)))
  })
}
