import { createCentral } from './central/index.ts'
import type { ProgramSsoConfig } from './config.ts'
import { isLoopback } from './config-problems.ts'
import { operationsOf } from './operations.ts'
import { ownedStore } from './owned-store.ts'
import { type Clock, type Logger, systemClock, systemLogger, systemRandom } from './platform/index.ts'
import type {
  AuthenticateOptions,
  AuthResult,
  Peer,
  ProgramEvent,
  ProgramSso,
  VisitorRequest,
  WatchedConnection,
} from './program-sso.ts'
import {
  createClientAddress,
  createCodeAllowance,
  handleRequest,
  mountPathsOf,
  type RouteNeeds,
  refuseVisitor,
} from './routes/index.ts'
import { createKeyring } from './sealing/index.ts'
import type { Service } from './service.ts'
import {
  authenticate,
  authenticateFound,
  type Coverage,
  checkOfRecent,
  createCentralCheck,
  createCoverage,
  createEndedFeed,
  createHousekeeping,
  createSessionWatch,
  type EndedFeed,
  endSession,
  forgetAccount,
  type Housekeeping,
  type SessionWatch,
  sessionInfo,
  watchTimesOf,
} from './sessions/index.ts'
import { settingsOf } from './settings.ts'
import { storeClock } from './store-clock.ts'
import { authenticateTicket } from './tickets/index.ts'

/** Makes the program side. Throws SsoConfigError with all problems. Sends no request yet. */
export function createProgramSso<Account extends { id: string }, Tx>(
  config: ProgramSsoConfig<Account, Tx>,
): ProgramSso<Account> {
  // The signature checks that store and accounts have one transaction type. The code below only passes it on.
  const composed = compose(config as ProgramSsoConfig<{ id: string }>)
  const { service, background, align, housekeeping } = composed
  const { store, settings } = service
  const { watch, feed } = listeningOf(composed)
  const use = () => {
    housekeeping?.start()
    feed?.use()
  }
  // The account comes from `accounts.load` of this configuration, so it is an Account.
  const identify = async (request: VisitorRequest, options: AuthenticateOptions = {}) => {
    use()
    await align()
    return citizenOf(service, request, options) as Promise<AuthResult<Account>>
  }
  const guards = {
    ...refusalsOf(service),
    authenticate: identify,
    async unlinkedAccount(accountId: string) {
      const linked = await store.findIdentityByAccount(accountId)
      return linked ? null : config.accounts.load(accountId)
    },
    whenRefused: watch.whenRefused,
  }
  return {
    mountPaths: mountPathsOf(settings.programBaseUrl),
    async handle(request: Request, peer: Peer = {}) {
      use()
      await align()
      return handleRequest(withWaitUntil(service, peer), request, peer)
    },
    ...guards,
    requireRecentSignIn: (recent) => checkOfRecent(guards, recent, service.clock),
    ...linksOf(service),
    sessions: sessionsOf(service),
    forget: (accountId) => forgetAccount(service, accountId),
    ...operationsOf(service, config, feed),
    async close() {
      const watched = watch.close()
      await feed?.stop()
      await housekeeping?.stop()
      await Promise.allSettled([...background, watched])
      service.centralCheck.close()
      await store.close()
    },
  }
}

async function citizenOf(
  service: RouteNeeds,
  request: VisitorRequest,
  { acceptTicket = false }: AuthenticateOptions,
): Promise<AuthResult<{ id: string }>> {
  const byTicket =
    acceptTicket && service.settings.tickets ? await authenticateTicket(service, request) : null
  return byTicket ?? authenticate(service, request)
}

/** The citizen of an open connection, asked again. */
function citizenOfConnection(
  service: RouteNeeds,
  connection: WatchedConnection,
): Promise<AuthResult<{ id: string }>> {
  if ('headers' in connection) return authenticate(service, connection)
  return authenticateFound(service, async () => {
    const session = await service.store.findSession(connection.session.id)
    return session ? { session, accessExpiresAt: session.expiresAt } : 'session_revoked'
  })
}

function linksOf({
  store,
}: Service): Pick<ProgramSso<{ id: string }>, 'passwordSignInAllowed' | 'identityOf'> {
  return {
    passwordSignInAllowed: async (accountId) => (await store.findIdentityByAccount(accountId)) === null,
    async identityOf(accountId) {
      const row = await store.findIdentityByAccount(accountId)
      return row && { issuer: row.issuer, subject: row.subject, linkedAt: row.linkedAt, via: row.via }
    },
  }
}

function refusalsOf({ settings, random }: Service): Pick<ProgramSso<{ id: string }>, 'refuse'> {
  return {
    refuse(result, request) {
      const extras = { requestId: random.uuid(), development: settings.development }
      return refuseVisitor(result, request, { cookies: settings.cookies, extras })
    },
  }
}

interface Listening {
  readonly watch: SessionWatch
  /** Null if the program does not listen. */
  readonly feed: EndedFeed | null
}

/** The watch of open connections, and the feed that wakes it. */
function listeningOf({ service, coverage, align }: Composed): Listening {
  const { clock, settings, centralCheck } = service
  const watching = { ...service, centralCheck: { ...centralCheck, check: centralCheck.checkEarly } }
  const watch: SessionWatch = createSessionWatch({
    ...{ clock, times: watchTimesOf(settings) },
    async authenticate(connection) {
      feed?.use()
      await align()
      return citizenOfConnection(watching, connection)
    },
  })
  const feed = settings.endedFeed ? createEndedFeed({ ...service, coverage, align, wake: watch.wake }) : null
  return { watch, feed }
}

function sessionsOf(service: Service): ProgramSso<{ id: string }>['sessions'] {
  const { store, clock } = service
  return {
    list: async (accountId) => (await store.listSessions(accountId, clock.now())).map(sessionInfo),
    async revoke(sessionId) {
      const session = await store.findSession(sessionId)
      return session !== null && endSession(service, session, 'revoked_by_program')
    },
    async revokeAll(accountId, options = {}) {
      const rows = await store.listSessions(accountId, clock.now())
      const others = rows.filter(({ id }) => id !== options.except)
      const ended = await Promise.all(others.map((row) => endSession(service, row, 'revoked_by_program')))
      return ended.filter(Boolean).length
    },
  }
}

/** Keeps a serverless function alive until the background work of this request is done. */
function withWaitUntil(service: RouteNeeds, { waitUntil }: Peer): RouteNeeds {
  if (!waitUntil) return service
  const inBackground = (work: Promise<unknown>) => {
    service.inBackground(work)
    waitUntil(work.catch(() => undefined))
  }
  return { ...service, inBackground }
}

/** A clock from the configuration is used as it is. The clock of the machine is aligned with the clock of the store. */
function clockOf(config: ProgramSsoConfig<{ id: string }>): { clock: Clock; align: () => Promise<void> } {
  if (config.clock) return { clock: config.clock, align: async () => undefined }
  const clock = storeClock(config.store, systemClock)
  return { clock, align: clock.align }
}

interface Composed {
  readonly service: RouteNeeds
  readonly coverage: Coverage
  readonly background: Set<Promise<unknown>>
  readonly align: () => Promise<void>
  /** Null if the program calls `purge()` itself. */
  readonly housekeeping: Housekeeping | null
}

function compose(config: ProgramSsoConfig<{ id: string }>): Composed {
  const settings = settingsOf(config)
  const { clock, align } = clockOf(config)
  const log: Logger = config.logger ?? systemLogger
  const random = systemRandom
  const background = new Set<Promise<unknown>>()
  const emit = (event: ProgramEvent) => tell(config, log, event)
  const central = createCentral({
    ...{ settings: settings.central, clock, random },
    fetch: config.fetch ?? ((...request) => globalThis.fetch(...request)),
    changed: (state, endpoint, at) =>
      emit(
        state === 'outage'
          ? { type: 'identity_outage', endpoint, since: at, at }
          : { type: 'identity_recovered', endpoint, at },
      ),
  })
  const service: Service = {
    ...{ settings, accounts: config.accounts, central, clock, random, log, emit },
    store: ownedStore(config.store, settings.central, log),
    keyring: createKeyring(config.encryptionKeys, random),
    inBackground(work) {
      const quiet = work.catch((error: unknown) => {
        log.log('warn', 'background_work_failed', {
          message: error instanceof Error ? error.message : 'unknown',
        })
      })
      background.add(quiet)
      void quiet.finally(() => background.delete(quiet))
    },
  }
  const coverage = createCoverage(settings.central.issuer)
  const centralCheck = createCentralCheck(service, coverage)
  const codes = createCodeAllowance(clock, settings.throttle?.outboundCodesPerIpPerMinute ?? Infinity)
  const isPublic = !isLoopback(new URL(settings.programBaseUrl))
  const clientAddress = createClientAddress({ clientIp: settings.clientIp, isPublic }, log)
  return {
    service: { ...service, centralCheck, codes, clientAddress },
    ...{ coverage, background, align },
    housekeeping: settings.housekeeping ? createHousekeeping({ ...service, align }) : null,
  }
}

/** An error in a hook is logged and does not undo a sign-in. */
function tell(config: ProgramSsoConfig<{ id: string }>, log: Logger, event: ProgramEvent): void {
  try {
    config.hooks?.onEvent?.(event)
  } catch (error) {
    log.log('error', 'hook_failed', {
      event: event.type,
      message: error instanceof Error ? error.message : 'unknown',
    })
  }
}
