import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { freePort } from '../../testing/free-port.ts'

/** A real Redis of a test's own. */
export interface TestRedis {
  readonly url: string
  /** Stops answering without closing its connections, and goes on again. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Starts a real Redis without persistence; on the given port, so that it can come back where it was. */
export async function startRedis(
  program: string,
  port?: number,
): Promise<TestRedis & { readonly port: number }> {
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: install redis-server, or name one in PORTICO_REDIS_SERVER`)
  }
  const chosen = port ?? (await freePort())
  const options = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break
  child.stdout.resume()
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await exited
    },
  }
}
