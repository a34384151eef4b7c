import {
  type Config,
  composeService,
  createMailboxTransport,
  createMailSender,
  createServiceServer,
  type Foundation,
  type Log,
  type MailSender,
  makeDatabaseServer,
  migrateDatabase,
  openKeyring,
  openMailboxServer,
  openPools,
  type Progress,
  type Service,
  systemClock,
  systemKeyPair,
  systemRandom,
} from '@portico/identity/parts'
import { actOnCitizen, readdressCitizen } from './act-on-citizen.ts'
import { controlRoutes } from './control-routes.ts'
import { createFaultBoard } from './fault-board.ts'
import { withFaults } from './faulty-replies.ts'
import { createRotatedKeys, makeForeignKey } from './foreign-key.ts'
import { openLoopbackServer } from './loopback-server.ts'
import { deleteFolder, endLeftovers, makeOwnFolder } from './own-folder.ts'
import { readState } from './read-state.ts'
import { createRequestLog, type LoggedRequest } from './request-log.ts'
import type { SimulatorState } from './simulator-state.ts'
import { addTestCitizens } from './test-citizens.ts'
import { addTestClient } from './test-client.ts'
import { createTravellingClock } from './travelling-clock.ts'

/** The settings that the simulator takes over. */
export type SimulatorConfig = Omit<Config, 'database' | 'dataDir' | 'baseUrl' | 'host'>

/** What the simulator tells while it starts and runs. */
export interface SimulatorEars {
  readonly log: Log
  readonly progress: Progress
  onRequest(request: LoggedRequest): void
}

/** A running simulator. */
export interface RunningSimulator {
  state(): Promise<SimulatorState>
  close(): Promise<void>
}

type Closing = () => Promise<unknown>

/**
 * Starts the real service on a new database, which is deleted at the end. The ports are free or it throws; where a later step
 * fails, it closes what it has opened.
 */
export async function startSimulator(
  config: SimulatorConfig,
  ears: SimulatorEars,
): Promise<RunningSimulator> {
  const closings: Closing[] = []
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    return { ...(await startUp(config, ears, closings)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startUp(
  config: SimulatorConfig,
  { log, progress, onRequest }: SimulatorEars,
  closings: Closing[],
): Promise<Pick<RunningSimulator, 'state'>> {
  const clock = createTravellingClock(systemClock)
  const requests = createRequestLog(onRequest)
  const rotated = createRotatedKeys()
  const board = createFaultBoard((fault) => fault === 'key-just-rotated' && rotated.renew())
  const front = await openLoopbackServer({ board, log: requests, clock, port: config.port })
  closings.push(() => front.close())
  await endLeftovers(progress)
  const dataDir = await makeOwnFolder()
  closings.push(() => deleteFolder(dataDir))
  const mailbox = await openMailboxServer({ ...config, dataDir, host: '127.0.0.1', port: config.mailboxPort })
  closings.push(() => mailbox.close())
  const place = { ...config, dataDir, baseUrl: `http://localhost:${front.port}` }
  const foundation = { ...(await openFoundation(place, { log, progress }, closings)), clock }
  const sender = openSender(place, foundation)
  const service = await composeService(foundation, { ...place, hashingConcurrency: 2 }, sender)
  closings.push(() => service.limits.close())
  const [client, stranger] = await Promise.all([
    addTestClient(foundation),
    makeForeignKey(),
    addTestCitizens(foundation),
  ])
  const state = () =>
    readState(foundation, { url: place.baseUrl, mailboxUrl: mailbox.url, client, board, clock, requests })
  const faulty = {
    ...foundation,
    clock,
    client,
    stranger,
    rotated,
    board,
    log: requests,
    signer: service.signer,
  }
  const control = {
    ...{ board, clock, state, serviceName: config.serviceName },
    csrfToken: systemRandom.bytes(32).toString('base64url'),
    readdress: (citizen: string, email: string) => readdressCitizen(foundation, citizen, email),
    act: (...order: [Parameters<typeof actOnCitizen>[1], string]) => actOnCitizen(foundation, ...order),
  }
  front.open(serverOf(service, [...withFaults(faulty, service.routes), ...controlRoutes(control)]))
  sender.start()
  closings.push(() => sender.stop())
  return { state }
}

/** The database of this run, with everything that the rooms get, except the clock. */
async function openFoundation(
  place: Pick<Config, 'dataDir' | 'secretKeys' | 'databaseDeadlineMilliseconds'>,
  { log, progress }: Pick<SimulatorEars, 'log' | 'progress'>,
  closings: Closing[],
): Promise<Omit<Foundation, 'clock'>> {
  const own = { ...place, database: { kind: 'embedded' } as const, secretKeys: [] }
  const server = await makeDatabaseServer(own, progress)
  closings.push(() => server.close())
  progress('making the tables')
  await migrateDatabase(server, () => undefined)
  const pools = openPools(server.address, {
    connections: 6,
    deadlineMilliseconds: place.databaseDeadlineMilliseconds,
    tracer: undefined,
  })
  for (const pool of Object.values(pools)) closings.push(() => pool.close())
  const basics = { ...pools, clock: systemClock, random: systemRandom }
  return {
    ...pools,
    random: systemRandom,
    makeKeyPair: systemKeyPair,
    keyring: await openKeyring(own, basics),
    log,
  }
}

function openSender(
  {
    dataDir,
    serviceName,
    timeZone,
    baseUrl,
    mailFrom,
  }: Pick<Config, 'dataDir' | 'serviceName' | 'timeZone' | 'baseUrl' | 'mailFrom'>,
  foundation: Foundation,
): MailSender {
  return createMailSender({
    ...foundation,
    transport: createMailboxTransport(dataDir, foundation.clock),
    sender: { serviceName, timeZone, baseUrl, from: mailFrom },
  })
}

/** A server with these routes instead of the service's own ones. It does not listen: the one in front hands it the requests. */
function serverOf({ serverNeeds }: Service, routes: Service['routes']) {
  return createServiceServer({ ...serverNeeds, routes }).server
}
