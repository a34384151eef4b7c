import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../packages/gate/testing/gate-stage.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { HOST } from '../deploy/gate-front.ts'
import { findTool, ROOT } from '../deploy/tools.ts'
import { type Run, watch } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { type NginxStage, runNginx } from './nginx.ts'
import { findCaddy } from './python.ts'
import { onPorts } from './stage.ts'

const foundCaddy = await findCaddy()

/** The proxy of an example, and how it is started. */
export interface ExampleProxy {
  readonly proxy: 'nginx' | 'caddy'
  readonly tool: string | undefined
  start(stage: NginxStage, tool: string): Promise<void>
}

/** The proxies of the examples. A test of one that is missing is skipped. */
export const EXAMPLES: readonly ExampleProxy[] = [
  {
    proxy: 'nginx',
    tool: findTool('nginx'),
    start: (stage, tool) => runNginx(stage, tool, 'django-with-gate'),
  },
  { proxy: 'caddy', tool: 'caddy' in foundCaddy ? foundCaddy.caddy : undefined, start: runCaddy },
]

async function runCaddy(stage: NginxStage, tool: string): Promise<void> {
  const { folder, base } = stage
  const text = readFileSync(join(ROOT, 'examples/php-with-gate/Caddyfile'), 'utf8')
  const site = onPorts(stage, text, 'http://localhost:8080').replaceAll('localhost', HOST)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tpersist_config off\n\tauto_https off\n}\n${site}`)
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  await stage.run(tool, ['run', '--config', file, '--adapter', 'caddyfile'], { url: base, env })
}

/** The proxy of an example before a real gate and a back end that tells what it gets. */
export interface ExampleStage {
  readonly gate: GateStage
  readonly backEnd: EchoBackEnd
  readonly port: number
  readonly folder: string
  close(): Promise<void>
}

/** Starts everything. */
export async function openExample(
  { proxy, start }: ExampleProxy,
  tool: string,
  settings: Readonly<Record<string, string>>,
): Promise<ExampleStage> {
  const runs: Run[] = []
  const folder = openFolder()
  const gate = await openStage({ GATE_PROXY: proxy, ...settings })
  const backEnd = await startEcho()
  const port = await freePort()
  const stage: NginxStage = {
    ...{ folder, base: `http://127.0.0.1:${port}` },
    ports: { site: port, gate: gate.gate.listening.port, backEnd: backEnd.port },
    async run(program, args, { url, env = {} }) {
      const run = watch(spawn(program, [...args], { env: { ...process.env, ...env } }))
      runs.push(run)
      await until(
        () => `${program} answers at ${url}: ${run.output()}`,
        async () => (await fetch(url).catch(() => null)) ?? undefined,
      )
      return run
    },
  }
  await start(stage, tool)
  return {
    ...{ gate, backEnd, port, folder },
    async close() {
      await Promise.all(runs.map((run) => run.end('SIGTERM')))
      await backEnd.close()
      await gate.close()
    },
  }
}
