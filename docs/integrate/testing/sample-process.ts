import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { inherited } from '../../../packages/identity/testing/inherited.ts'
import type { TestDatabase } from '../../../packages/program/testing/test-database.ts'

/** A running sample: a process with six settings and a database, as a reader would run it. */
export interface RunningSample {
  readonly base: string
  /** The address that a sample has for its own people only. */
  readonly inside: string
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The sample to run, and what it needs. */
export interface SampleToRun {
  /** The file, such as `express.ts`. */
  readonly file: string
  readonly database: TestDatabase
  /** Registers this callback address at the identity service. */
  register(callbackUrl: string): Promise<{ baseUrl: string; clientId: string; clientSecret: string }>
  /** Options for Node. */
  readonly nodeOptions?: readonly string[]
  /** For a program that something else runs: its folder and the arguments. The file is then below this folder. */
  readonly within?: { readonly folder: string; readonly args: readonly string[] }
}

/** Starts a sample and waits until it answers. */
export async function runSample(sample: SampleToRun): Promise<RunningSample> {
  const [port, insidePort] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const { baseUrl, clientId, clientSecret } = await sample.register(`${base}/api/v1/sso/callback/`)
  const settings = {
    SSO_IDENTITY_URL: baseUrl,
    SSO_CLIENT_ID: clientId,
    SSO_CLIENT_SECRET: clientSecret,
    SSO_PROGRAM_URL: base,
    SSO_RETURN_URIS: `${base}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    // The test acts as the sample's proxy.
    SSO_TRUSTED_PROXIES: '127.0.0.0/8',
  }
  const samples = fileURLToPath(new URL('../samples', import.meta.url))
  const { folder, args } = sample.within ?? { folder: samples, args: [] }
  const own = {
    ...inherited(),
    DATABASE_URL: addressOf(sample.database),
    PORT: String(port),
    INTERNAL_PORT: String(insidePort),
  }
  const child = spawn(process.execPath, [...(sample.nodeOptions ?? []), join(folder, sample.file), ...args], {
    cwd: folder,
    env: { ...own, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await ready(child, `${base}/api/v1/sso/config/`)
  return { base, inside: `http://127.0.0.1:${insidePort}`, settings, stop: () => stop(child) }
}

/** The address of a test database, for `DATABASE_URL`. */
export function addressOf({ user, name, host, port }: TestDatabase): string {
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => void (said += String(chunk)))
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`the sample ended with ${child.exitCode}: ${said}`)
    return (await fetch(url).catch(() => null))?.ok
  }
  await vi.waitUntil(answers, { timeout: 90_000 })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => void child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
