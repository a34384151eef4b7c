import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NodeProgram, startNode, stop } from '../../../journeys/kit/child-process.ts'
import { statusOf } from '../../../journeys/kit/identity-process.ts'
import { until } from '../../../journeys/kit/until.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import type { Testbed } from '../testbed.ts'
import type { Server } from './candidate.ts'

/** A started server, and the time to its first answer. */
export interface StartedServer extends Server {
  readonly startMilliseconds: number
  stop(): Promise<unknown>
}

/** A program that listens on the `port` of its one argument, which is JSON. */
export interface ServerProgram<Settings> extends Pick<NodeProgram, 'node'> {
  /** Its name in messages, and of its log. */
  readonly name: string
  readonly file: string
  readonly settings: Omit<Settings, 'port'>
  /** Without it, a free port. */
  readonly port?: number
  /** A path that gets 200 as soon as the server answers. */
  readonly path: string
}

/** The environment of every measured process. The compile cache stays between runs. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.runtime/compile-cache', import.meta.url)),
}

const PROFILES = fileURLToPath(new URL('../results/profiles', import.meta.url))

/** `BENCH_PROFILE=portico` writes a CPU profile of the program of that name when it stops. */
export function profilerOptions(name: string): readonly string[] {
  return process.env['BENCH_PROFILE'] === name ? ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`] : []
}

/** Starts a program on the core of the servers, and waits for its first answer. */
export async function startServer<Settings>(
  { folder, pinning, cleanup }: Testbed,
  { name, file, node, settings, path, ...given }: ServerProgram<Settings>,
): Promise<StartedServer> {
  const port = given.port ?? (await freePort())
  const since = performance.now()
  const run = startNode({
    ...{ file, node: node ?? process.execPath, nodeOptions: profilerOptions(name) },
    args: [JSON.stringify({ ...settings, port })],
    environment: PRODUCTION,
    logFile: join(folder, `${name}.log`),
    onCore: pinning.onServerCore,
  })
  cleanup.add(() => stop(run))
  const url = `http://127.0.0.1:${port}${path}`
  const answers = async () => (await statusOf(url)) === 200 || undefined
  await until(() => `${name} answers 200: ${run.output()}`, answers, 60_000, 4)
  const startMilliseconds = performance.now() - since
  return { pid: run.child.pid ?? 0, port, startMilliseconds, stop: () => stop(run) }
}
