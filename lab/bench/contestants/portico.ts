import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../../../scripts/node-options.mjs'
import type { Shots } from '../load/plan.ts'
import { startProgram } from '../machine/child.ts'
import type { Stage } from '../stage.ts'
import { awaitFirstAnswer, type StartedServer } from './await-first-answer.ts'
import type { Contestant, ShotsWanted } from './contestant.ts'
import { freePort } from './free-port.ts'
import { type PorticoRows, preparePortico, SCOPE } from './portico-rows.ts'
import { knownSignInShots, registrationShots } from './portico-shots.ts'
import type { Provider } from './provider.ts'
import { providerShots } from './provider-shots.ts'
import { prepareRevocations } from './revocation.ts'

/** The name under which Portico's figures are shown. */
export const PORTICO = 'Portico'

const COMMAND = fileURLToPath(new URL('../../../packages/identity/src/command/portico.ts', import.meta.url))
const SECRET_KEY = randomBytes(32).toString('base64')

/** Higher than any load: each request is still counted. */
const RAISED = '1000000000'

/** The service, running, with the port of its metrics. */
export interface StartedPortico extends StartedServer {
  readonly metricsPort: number
}

/** How a process of the service runs. */
export interface PorticoStart {
  /** Names its log and its data. */
  readonly name?: string
  /** The address that citizens know, where it is another process's. */
  readonly publicPort?: number
  /** Puts it on a core; on that of the measured server where nothing else is said. */
  readonly onCore?: (command: readonly string[]) => readonly string[]
}

/** Starts the service as an operator would, but for its limits, which are raised. Logs at `info` go to a file. */
export async function startPortico(
  stage: Stage,
  databaseUrl: string,
  start: PorticoStart = {},
): Promise<StartedPortico> {
  const { name = 'portico', onCore = stage.pinning.onServerCore } = start
  const [port, metricsPort] = [await freePort(), await freePort()]
  const since = performance.now()
  const program = startProgram({
    name,
    file: COMMAND,
    args: ['serve'],
    nodeOptions: NODE_OPTIONS,
    logFile: join(stage.folder, `${name}.log`),
    onCore,
    environment: {
      ...NODE_ENVIRONMENT,
      PORTICO_BASE_URL: `http://localhost:${start.publicPort ?? port}`,
      PORTICO_PORT: String(port),
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_DATA_DIR: join(stage.folder, `${name}-data`),
      PORTICO_SECRET_KEY: SECRET_KEY,
      PORTICO_MAILBOX_PORT: '0',
      PORTICO_METRICS_PORT: String(metricsPort),
      PORTICO_LOG_LEVEL: 'info',
      PORTICO_LIMIT_REGISTER_PER_IP_HOUR: RAISED,
      PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: RAISED,
      PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE: RAISED,
    },
  })
  stage.closings.add(() => program.stop())
  const startMilliseconds = await awaitFirstAnswer(`http://127.0.0.1:${port}/api/health/`, since)
  // The process watches itself from the first time on that its numbers are read; a deployment reads them all the time.
  await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text())
  return { program, port, startMilliseconds, metricsPort }
}

/** Fills the service with people and a program, and lets it take part; several processes share the database. */
export async function porticoContestant(
  stage: Stage,
  started: readonly StartedServer[],
  filling: { databaseUrl: string; people: number },
  name = PORTICO,
): Promise<Contestant> {
  const servers = started.map(({ program, port }) => ({ pid: program.pid, port }))
  const rows = await preparePortico(filling.databaseUrl, filling.people)
  const provider = porticoProvider(servers[0]?.port ?? 0, rows)
  const others = servers.slice(1).map(({ port }) => ({ ...provider, port }))
  let signIns: Promise<Shots> | undefined
  return {
    name,
    servers,
    operations: [
      'introspection',
      'userinfo',
      'authorize',
      'refresh',
      'code-exchange',
      'sign-in',
      'registration',
    ],
    prepare: (wanted) => {
      if (wanted.operation !== 'sign-in') return prepare(stage, provider, wanted)
      signIns ??= knownSignInShots(stage.loader, provider.port, rows)
      return signIns
    },
    prepareRevocations: (count) => prepareRevocations(stage.loader, { provider, others }, count),
  }
}

/** The service as a program sees it. */
export function porticoProvider(port: number, rows: Pick<PorticoRows, 'program' | 'people'>): Provider {
  return {
    ...rows.program,
    port,
    people: rows.people,
    scope: SCOPE,
    redirectStatus: 302,
    introspectionExtra: '',
    paths: {
      authorize: '/o/authorize/',
      token: '/o/token/',
      introspect: '/api/integrations/introspect/',
      userinfo: '/o/userinfo/',
      revoke: '/o/revoke/',
    },
  }
}

async function prepare(stage: Stage, provider: Provider, wanted: ShotsWanted): Promise<Shots> {
  if (wanted.operation === 'registration') return registrationShots(provider.port, wanted.amount)
  return providerShots(stage.loader, provider, wanted)
}
