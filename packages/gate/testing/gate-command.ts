import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from '../../identity/testing/inherited.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A gate in a process of its own. */
export interface GateProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly metricsPort: number
  /** What it has said so far, on both streams. */
  said(): string
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts `portico-gate` with these settings, and waits until it says that it is ready, or something else. */
export async function startGateProcess(
  settings: Readonly<Record<string, string>>,
  until = /is ready: it listens on .*\n/,
): Promise<GateProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  const portIn = (pattern: RegExp) => Number(pattern.exec(said)?.[1] ?? 0)
  while (!until.test(said)) {
    if (child.exitCode !== null) throw new Error(`the gate ended with ${child.exitCode}: ${said}`)
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])
  }
  return {
    child,
    port: portIn(/listens on 127\.0\.0\.1:(\d+)/),
    metricsPort: portIn(/readiness: 127\.0\.0\.1:(\d+)/),
    said: () => said,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
