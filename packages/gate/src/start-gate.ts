import { setTimeout as wait } from 'node:timers/promises'
import { answerParent } from '@portico/processes'
import {
  appOriginsOf,
  cookieNameOf,
  createProgramSso,
  issuerOf,
  type Logger,
  type ProgramEvent,
  StoreOfAnotherProgram,
} from '@portico/program'
import { accessLine } from './access-log.ts'
import { chooseAccounts } from './choose-accounts.ts'
import type { GateConfig, SsoPart } from './config.ts'
import { type GateAnswers, gateAnswers } from './gate-answers.ts'
import type { GateSso } from './guard.ts'
import { createIdentitySigner, deriveSigningKeys } from './identity-header/index.ts'
import {
  createGateMetrics,
  createReadiness,
  type MetricsServerNeeds,
  openMetricsServer,
} from './metrics/index.ts'
import { type GateDatabase, useDatabase } from './open-database.ts'
import {
  type Access,
  crossOrigin,
  type HttpServer,
  openHttpServer,
  systemClock,
  trustedAddresses,
} from './platform/index.ts'
import { trustedProxiesOf } from './protection.ts'
import { withGateCommand } from './settings/index.ts'

/** What a gate is started with, besides its settings. */
export interface StartNeeds {
  readonly log: Logger
  /** Writes a line of the access log. */
  writeAccess?(line: string): void
  /** Says what takes long, to a person. */
  say(sentence: string): void
  /** Aborts when the process is told to stop. */
  readonly stopping: AbortSignal
}

/** A gate that runs. */
export interface RunningGate {
  readonly listening: { readonly host: string; readonly port: number }
  readonly metricsListening: { readonly host: string; readonly port: number } | null
  /** From now on `/readyz` is 503, and each answer ends its connection. Requests are still answered. */
  leave(): void
  /** Answers what was asked, ends connections that stay open, then closes everything. */
  close(): Promise<void>
}

/** Starts a gate: waits for its database, makes its tables, and listens. Null if it was told to stop meanwhile. */
export function startGate(config: GateConfig, needs: StartNeeds): Promise<RunningGate | null> {
  const { databaseUrl: url, databaseConnections: connections, storeName } = config
  const program = { issuer: issuerOf(config.sso.identity), clientId: config.sso.identity.clientId }
  return useDatabase({ url, connections, storeName, program }, (database) =>
    startOver(config, needs, database),
  )
}

async function startOver<Tx>(
  config: GateConfig,
  needs: StartNeeds,
  database: GateDatabase<Tx>,
): Promise<RunningGate | null> {
  const closings: (() => Promise<unknown>)[] = [() => database.close()]
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    return await open(config, needs, { database, closings, close })
  } catch (error) {
    await close()
    throw error
  }
}

interface Opening<Tx> {
  readonly database: GateDatabase<Tx>
  /** What is open, in the order in which it was opened. */
  readonly closings: (() => Promise<unknown>)[]
  close(): Promise<void>
}

async function open<Tx>(
  config: GateConfig,
  needs: StartNeeds,
  { database, closings, close }: Opening<Tx>,
): Promise<RunningGate | null> {
  const { log } = needs
  const metrics = createGateMetrics()
  const readiness = createReadiness()
  const metricsListening = await openMetrics(config, needs, { metrics, readiness })
  if (metricsListening) closings.push(metricsListening.close)
  if (!(await migrated(database, needs))) {
    await close()
    return null
  }
  const sso = createSso(config, log, database)
  closings.push(() => sso.close())
  metrics.watch(sso)
  const answers = await answersOf(config, log, sso)
  closings.push(async () => answers.close())
  const trusted = trustedAddresses(trustedProxiesOf(config.sso))
  const onAccess = (access: Access) => needs.writeAccess?.(accessLine(access, systemClock.now(), trusted))
  const seen = { onAnswer: metrics.onAnswer, ...(config.accessLog ? { onAccess } : {}) }
  const listening = await openHttpServer({ log, ...seen, ...answers }, config.listen)
  closings.push(listening.close, async () => answers.leave())
  readiness.begin(() => database.store.now())
  const leave = () => {
    readiness.leave()
    listening.leave()
  }
  return { listening, metricsListening, leave, close }
}

/** One of several processes answers its parent, in place of a port for metrics. */
async function openMetrics(
  { startKind, metricsListen }: GateConfig,
  { log, say }: StartNeeds,
  { metrics, readiness }: Pick<MetricsServerNeeds, 'metrics' | 'readiness'>,
): Promise<HttpServer | null> {
  if (!startKind) return openMetricsServer({ metrics, readiness, log, say }, metricsListen)
  answerParent({ prometheus: metrics.text, readiness: readiness.look })
  return null
}

function createSso<Tx>(config: GateConfig, log: Logger, database: GateDatabase<Tx>): GateSso {
  const { accounts, tell } = chooseAccounts(config, database)
  const onEvent = (event: ProgramEvent) => {
    // The program side logs this one itself, with the id of the request.
    if (event.type !== 'callback_refused') log.log('info', event.type, fieldsOf(event))
    void tell(event).catch((error: unknown) => {
      log.log('error', 'hook_failed', { event: event.type, message: errorMessage(error) })
    })
  }
  const { store } = database
  return createProgramSso({ ...config.sso, store, accounts, hooks: { onEvent }, logger: log })
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}

/** An event contains ids and codes. Its times become text. */
function fieldsOf({ type: _type, ...fields }: ProgramEvent): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(texts)
}

async function answersOf(config: GateConfig, log: Logger, sso: GateSso): Promise<GateAnswers> {
  const keys = await deriveSigningKeys(config.sso.encryptionKeys)
  const signer = createIdentitySigner({ config: config.identityHeader, keys, clock: systemClock })
  return gateAnswers({
    ...{ sso, signer, keys, log },
    programUrl: new URL(config.sso.program.baseUrl),
    cookieName: cookieNameOf(config.sso.cookies, config.sso.program.baseUrl),
    trustedProxies: trustedProxiesOf(config.sso),
    crossOrigin: crossOrigin(otherOriginsOf(config.sso)),
    protection: config.protection,
    paths: config.paths,
  })
}

/** The origins of apps, without the program's own. */
function otherOriginsOf({ cors, program }: SsoPart): ReadonlySet<string> {
  const origins = new Set(cors === false ? [] : appOriginsOf(program.returnUris))
  origins.delete(new URL(program.baseUrl).origin)
  return origins
}

const RETRY_MS = 1_000
const SAY_EVERY = 10

/**
 * Makes the tables as soon as the database answers. False if the process was told to stop before. Throws for the store of
 * another program, which no waiting changes.
 */
async function migrated<Tx>(database: GateDatabase<Tx>, needs: StartNeeds): Promise<boolean> {
  const { stopping } = needs
  for (let tries = 0; !stopping.aborted; tries += 1) {
    const failure = await database.migrate().then(() => null, messageToWaitFor)
    if (failure === null) return true
    if (tries % SAY_EVERY === 0) sayFailure(needs, failure)
    await wait(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
  return false
}

function messageToWaitFor(error: unknown): string {
  if (error instanceof StoreOfAnotherProgram) throw error
  return errorMessage(error)
}

function sayFailure({ say, log }: StartNeeds, message: string): void {
  log.log('error', 'database_not_ready', { message })
  say(
    `The database is not ready: ${withGateCommand(message)}. The gate tries again every second (DATABASE_URL)`,
  )
}
