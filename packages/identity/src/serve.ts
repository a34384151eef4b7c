import { availableParallelism } from 'node:os'
import { composeService, type Service } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { type MailboxServer, openMailboxServer } from './development/index.ts'
import { openCleaningPool, startHousekeeping } from './housekeeping.ts'
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
  type Metrics,
  openMetricsServer,
} from './metrics/index.ts'
import { type OpenDatabase, openDatabaseAndKeys, type Progress } from './open-database.ts'
import { openPools } from './open-pools.ts'
import { hashingPlaces } from './passwords/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import type { DatabaseAddress } from './platform/postgres/connect.ts'
import { poolMetrics } from './platform/postgres/pool-metrics.ts'
import { systemLog } from './platform/system-log.ts'
import { tracedLog } from './platform/traced-log.ts'
import type { Tracer } from './platform/tracer.ts'

/** When a service that does not stop by itself is ended. */
const SHUTDOWN_MILLISECONDS = 20_000

/** A signal may come twice at once, to the process group and from the launcher. A person needs longer for a second one. */
const ONE_WISH_MILLISECONDS = 300

/** Runs the service until SIGINT or SIGTERM. Writes structured log lines to stdout, and sentences for people to stderr. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const log = systemLog(config.logLevel)
  for (const { name, meant } of config.unknownSettings)
    log.warn('setting-unknown', { 'portico.setting': name, 'portico.meant': meant })
  const running = await startService(config, log, say)
  announce(config, running)
  await untilToldToStop(log)
  const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS)
  deadline.unref()
  say('Portico is stopping')
  await running.close()
  say('Portico has stopped')
}

function announce(config: Config, running: RunningService): void {
  say(`Portico is ready at ${config.baseUrl} (listening on ${running.listening})`)
  if (config.smtpUrl !== undefined) return
  say(
    `No mail server is set: every mail is shown ${running.mailboxUrl ? `at ${running.mailboxUrl}` : 'nowhere, because another program uses the port of the mailbox page (PORTICO_MAILBOX_PORT)'}`,
  )
}

function untilToldToStop(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let toldAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (toldAt !== undefined && performance.now() - toldAt > ONE_WISH_MILLISECONDS) process.exit(1)
        toldAt ??= performance.now()
        log.info('stopping', { 'portico.signal': signal })
        resolve()
      })
    }
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** A running service. */
export interface RunningService {
  /** The address on this machine. */
  readonly listening: string
  /** The page of the development mailbox; undefined where mails are sent. */
  readonly mailboxUrl: string | undefined
  readonly foundation: Foundation
  /** Answers the current requests, then closes everything. */
  close(): Promise<void>
}

/** Closes something at the end. */
type Closing = () => Promise<unknown>

/** Starts the service with this config. Where a later step fails, it closes what it has opened. */
export async function startService(config: Config, log: Log, progress: Progress): Promise<RunningService> {
  const closings: Closing[] = []
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    return { ...(await startUp(config, { log, progress, closings })), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface StartUp {
  readonly log: Log
  readonly progress: Progress
  readonly closings: Closing[]
}

async function startUp(
  config: Config,
  { log, progress, closings }: StartUp,
): Promise<Omit<RunningService, 'close'>> {
  const base = await openDatabaseAndKeys(config, progress)
  closings.push(() => base.close())
  const tracer = await openTracer(config)
  closings.push(async () => tracer?.close())
  const pools = openPools(base.address, {
    tracer,
    connections: 8,
    deadlineMilliseconds: config.databaseDeadlineMilliseconds,
    random: base.random,
  })
  for (const pool of Object.values(pools)) closings.push(() => pool.close())
  const foundation: Foundation = { ...base, ...pools, log: tracer ? tracedLog(log, tracer) : log, tracer }
  const metrics = createMetrics()
  const sender = openMail(config, foundation)
  const hashingConcurrency = hashingPlaces({ cores: availableParallelism(), threads: config.poolThreads })
  const service = await composeService(
    foundation,
    { ...config, hashingConcurrency },
    tracer ? { ...sender, wake: () => tracer.forAll([], sender.wake) } : sender,
    metrics.onAnswer,
  )
  closings.push(() => service.limits.close())
  startCleaning(base.address, { ...foundation, metrics, closings })
  metrics.watch([...service.metrics, ...sender.metrics, ...poolMetrics(pools)])
  metrics.watch([...databaseMetrics(foundation.db), ...eventLoopMetrics()])
  sender.start()
  closings.push(() => sender.stop())
  const reviving = repeat(log, {
    name: 'database-server',
    everyMilliseconds: 1_000,
    round: () => reviveServer(base),
  })
  closings.push(() => reviving.stop())
  if (config.metricsPort !== undefined) {
    const server = await openMetricsServer(
      { metrics, db: foundation.db },
      { host: config.host, port: config.metricsPort },
    )
    closings.push(() => server.close())
  }
  const mailbox = await openMailbox(config, log, closings)
  const listening = await listen(service, config, closings)
  return { listening, mailboxUrl: mailbox?.url, foundation }
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
      : createSmtpTransport(config.smtpUrl, { cleartext: config.smtpCleartext })
  const { serviceName, baseUrl, mailFrom } = config
  const { tracer } = foundation
  return createMailSender({
    ...foundation,
    transport: tracer ? tracedTransport(transport, tracer) : transport,
    sender: { serviceName, baseUrl, from: mailFrom },
  })
}

function startCleaning(
  address: DatabaseAddress,
  needs: Pick<Foundation, 'clock' | 'log'> & { readonly metrics: Metrics; readonly closings: Closing[] },
): void {
  const { clock, log, metrics, closings } = needs
  const db = openCleaningPool(address)
  closings.push(() => db.close())
  const housekeeping = startHousekeeping({ db, clock, log }, metrics.onRemoved)
  metrics.watch(housekeeping.metrics)
  closings.push(() => housekeeping.stop())
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
