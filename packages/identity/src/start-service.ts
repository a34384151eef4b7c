import { availableParallelism } from 'node:os'
import { answerParent } from '@portico/processes'
import { awaitSchema } from './await-schema.ts'
import { composeService, type Hears, type OnAnswer, type Service } from './compose.ts'
import type { Config } from './config.ts'
import { type MailboxServer, openMailboxServer } from './development/index.ts'
import {
  createMailboxTransport,
  createMailSender,
  createSmtpTransport,
  type MailSender,
  tracedTransport,
} from './mail/index.ts'
import {
  createMetrics,
  databaseMetrics,
  eventLoopMetrics,
  type MetricsServerNeeds,
  openMetricsServer,
} from './metrics/index.ts'
import { SCHEMA } from './migrations.ts'
import { makeDatabaseServer, type OpenDatabase, openAnyDatabase, type Progress } from './open-database.ts'
import { openKeys } from './open-keys.ts'
import { openPools } from './open-pools.ts'
import { type OpenedLater, openReadiness } from './open-readiness.ts'
import { hashingPlaces, openHashingProcess } from './passwords/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { poolMetrics } from './platform/postgres/pool-metrics.ts'
import { rememberUnlessRecovered } from './platform/postgres/recovered-database.ts'
import { tracedLog } from './platform/traced-log.ts'
import type { Tracer } from './platform/tracer.ts'
import { type StartedBeside, startBeside } from './start-beside.ts'
import { startCleaning } from './start-cleaning.ts'
import { watchCallers } from './watch-callers.ts'
import { startTimelineWatch, watchWorker } from './watch-timeline.ts'

/** A running service. */
export interface RunningService {
  /** The address on this machine. */
  readonly listening: string
  /** The page of the development mailbox; undefined where mails are sent. */
  readonly mailboxUrl: string | undefined
  readonly foundation: Foundation
  /** From now on `/readyz` says that the process is stopping, and each answer ends its connection. It still answers requests. */
  leave(): void
  /** Answers the current requests, then closes everything. */
  close(): Promise<void>
}

/** What is handed to whoever carries out orders of the console. */
export interface OrdersNeeds {
  readonly config: Config
  /** The id of the console, as a program. */
  readonly consoleClientId: string
  readonly database: OpenDatabase
  readonly log: Log
}

/** What is handed in from above, because it knows every command. */
export interface FromAbove {
  /** Carries out what operators order from the console. Loaded where the setting names one. */
  carryOutOrders(needs: OrdersNeeds): Promise<Repeating>
}

/** How a start is stopped, and what is handed in. */
export interface StartOptions {
  /** Aborted when the service shall not start any more. */
  readonly stopping?: AbortSignal
  readonly fromAbove?: FromAbove | undefined
}

/** Closes something at the end. */
type Closing = () => Promise<unknown>

/**
 * Starts the service with this config, when the schema fits. Where a later step fails, or `stopping` is aborted while it
 * waits for the schema, it closes what it has opened and throws.
 */
export async function startService(
  config: Config,
  log: Log,
  progress: Progress,
  { stopping = new AbortController().signal, fromAbove }: StartOptions = {},
): Promise<RunningService> {
  const closings: Closing[] = []
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    return { ...(await startUp(config, { log, progress, closings, stopping, fromAbove })), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface StartUp {
  readonly log: Log
  readonly progress: Progress
  readonly closings: Closing[]
  readonly stopping: AbortSignal
  readonly fromAbove: FromAbove | undefined
}

async function startUp(config: Config, start: StartUp): Promise<Omit<RunningService, 'close'>> {
  const { log, progress, closings } = start
  const base = openAnyDatabase(await makeDatabaseServer(config, progress))
  closings.push(() => base.close())
  const tracer = await openTracer(config)
  closings.push(async () => tracer?.close())
  const pools = openPools(base.address, {
    ...base,
    tracer,
    connections: 8,
    deadlineMilliseconds: config.databaseDeadlineMilliseconds,
    watchWorker: (address, prove) => watchWorker({ ...base, log }, address, prove),
  })
  for (const pool of Object.values(pools)) closings.push(() => pool.close())
  const metrics = createMetrics()
  const later: OpenedLater = {}
  const readiness = openReadiness({ ...config, ...base, db: pools.db, schema: SCHEMA, later })
  closings.push(() => readiness.close())
  await openMetrics({ metrics, readiness }, config, closings)
  await awaitSchema({ ...start, ...base, schema: SCHEMA, config, waits: config.startKind !== 'later' })
  await rememberUnlessRecovered(base, base.clock.now())
  const foundation: Foundation = {
    ...base,
    ...pools,
    ...(await openKeys(config, { base, log, closings, metrics })),
    log: tracer ? tracedLog(log, tracer) : log,
    tracer,
  }
  const sender = openMail(config, foundation)
  const hashing = openHashing(config, foundation, closings)
  const heard = hearing(metrics.onAnswer, watchCallers(config, log))
  const mail = tracer ? { ...sender, wake: () => tracer.forAll([], sender.wake) } : sender
  const service = await composeService(foundation, { ...config, ...hashing }, mail, heard)
  closings.push(() => service.limits.close())
  Object.assign(later, { sender, signer: service.signer, hashing: hashing.argon2 })
  const around = { ...foundation, ...config, metrics, closings }
  startCleaning(base, around)
  heard.beside = await startBeside(base, { ...around, orders: ordersOf(config, start) })
  metrics.watch([...service.metrics, ...hashing.argon2.metrics, ...sender.metrics, ...poolMetrics(pools)])
  const ofTimeline = startTimelineWatch(base, foundation, closings)
  metrics.watch([...ofTimeline, ...databaseMetrics(foundation.db), ...eventLoopMetrics()])
  sender.start()
  closings.push(() => sender.stop())
  startReviving(base, log, closings)
  const mailbox = await openMailbox(config, log, closings)
  const listening = await listen(service, config, closings)
  hashing.argon2.start()
  return { listening, mailboxUrl: mailbox?.url, foundation, leave: () => leaveAll(readiness, service.server) }
}

/** What carries out orders, by the pool for work without hurry, where the setting names a console: an act may take longer than a request. */
function ordersOf(
  config: Config,
  { fromAbove, log }: StartUp,
): ((database: OpenDatabase) => Promise<Repeating>) | undefined {
  const { ordersFrom: consoleClientId } = config
  if (consoleClientId === undefined || !fromAbove) return undefined
  return (database) => fromAbove.carryOutOrders({ config, consoleClientId, database, log })
}

function leaveAll(...all: readonly { leave(): void }[]): void {
  for (const one of all) one.leave()
}

/** The processes share the cores. */
function openHashing(config: Config, { log }: Foundation, closings: Closing[]) {
  const { processes, poolThreads, nodeEnvironment: environment } = config
  const cores = Math.floor(availableParallelism() / processes)
  const places = hashingPlaces({ cores, threads: poolThreads })
  const argon2 = openHashingProcess({ log, places, environment })
  closings.push(() => argon2.close())
  const hashElsewhere = (file: URL, silentMilliseconds: number) => {
    const other = openHashingProcess({ log, places: 1, environment, file, silentMilliseconds })
    closings.push(() => other.close())
    return other
  }
  return { argon2, hashingConcurrency: places, hashElsewhere }
}

/** The metrics and the watch of callers hear of each answer from the start, and what rooms do beside the requests once it has started. */
function hearing(onAnswer: OnAnswer, look: ReturnType<typeof watchCallers>) {
  const heard: Hears & { beside?: StartedBeside } = {
    onAnswer(route, http, status, seconds) {
      look(http)
      onAnswer(route, http, status, seconds)
    },
    onRefusal: (refused) => heard.beside?.onRefusal(refused),
  }
  return heard
}

/** The port of the metrics is open before the service's own port, and closes after it. */
async function openMetrics(needs: MetricsServerNeeds, config: Config, closings: Closing[]): Promise<void> {
  if (config.startKind) return answerParent(answersOf(needs))
  if (config.metricsPort === undefined) return
  const server = await openMetricsServer(needs, { host: config.host, port: config.metricsPort })
  closings.push(() => server.close())
}

function answersOf({ metrics, readiness }: MetricsServerNeeds): Parameters<typeof answerParent>[0] {
  return {
    prometheus: () => metrics.text('prometheus'),
    openmetrics: () => metrics.text('openmetrics'),
    readiness: () => readiness.look(),
  }
}

function startReviving(base: OpenDatabase, log: Log, closings: Closing[]): void {
  const reviving = repeat(log, {
    name: 'database-server',
    everyMilliseconds: 1_000,
    round: () => reviveServer(base),
  })
  closings.push(() => reviving.stop())
}

/** Loads OpenTelemetry only where traces are wanted. */
async function openTracer({ otlpUrl, serviceName, tracePercent }: Config): Promise<Tracer | undefined> {
  if (otlpUrl === undefined) return undefined
  const { openOtelTracer } = await import('./platform/otel-tracer.ts')
  return openOtelTracer({ url: otlpUrl, serviceName, percent: tracePercent })
}

async function reviveServer({ revive }: Pick<OpenDatabase, 'revive'>): Promise<'done'> {
  await revive()
  return 'done'
}

function openMail(config: Config, foundation: Foundation): MailSender {
  const transport =
    config.smtpUrl === undefined
      ? createMailboxTransport(config.dataDir, foundation.clock)
      : createSmtpTransport(config.smtpUrl, { cleartext: config.smtpCleartext, baseUrl: config.baseUrl })
  const { serviceName, timeZone, baseUrl, mailFrom, brand } = config
  const { tracer } = foundation
  return createMailSender({
    ...foundation,
    transport: tracer ? tracedTransport(transport, tracer) : transport,
    sender: { serviceName, timeZone, baseUrl, from: mailFrom, brand },
  })
}

async function openMailbox(
  config: Config,
  log: Log,
  closings: Closing[],
): Promise<MailboxServer | undefined> {
  if (config.smtpUrl !== undefined) return undefined
  try {
    const server = await openMailboxServer({ ...config, host: '127.0.0.1', port: config.mailboxPort })
    closings.push(() => server.close())
    return server
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log.warn('mailbox-page-unavailable', {
      'server.port': config.mailboxPort,
      'error.message': reason,
      'portico.setting': 'PORTICO_MAILBOX_PORT',
    })
    return undefined
  }
}

async function listen(service: Service, config: Config, closings: Closing[]): Promise<string> {
  const { host, port } = config
  const address = await service.server.listen({ host, port })
  closings.push(() => service.server.close())
  return address
}
