import { ACCESS_PURGES, eraseAccess, openHotStatements, tellPrograms, tellSessions } from './access/index.ts'
import { accountRoutes } from './account-pages/index.ts'
import { activityRoutes, tellActivity } from './activity/index.ts'
import { apiDocumentRoutes } from './api-document/index.ts'
import { ATTEMPT_PURGES, eraseAttempts, purgeDevices, tellBrowsers } from './attempts/index.ts'
import type { Brand } from './brand/index.ts'
import {
  changeAddressRoutes,
  forgetChange,
  stopChangeBecause,
  tellChange,
  undoUntil,
} from './change-address/index.ts'
import { tellProfile } from './citizens/index.ts'
import { createClientAuthenticator, createClientDirectory, listClientNames } from './clients/index.ts'
import { closingRoutes, deleteClosing, hasAsked } from './closing/index.ts'
import { dataRoutes } from './data-download/index.ts'
import { endedFeedRoutes, openWaitingPolls } from './ended-feed/index.ts'
import { enrollmentRoutes } from './enrollment/index.ts'
import { healthRoutes } from './health/index.ts'
import { ANSWER_PURGES, pageRequestOf, problemReply } from './hosted-page/index.ts'
import { knownAddressRoutes } from './known-addresses/index.ts'
import {
  deleteRemoval,
  lostAppRoutes,
  removalDueAt,
  stopRemovalBecause,
  tellRemoval,
} from './lost-app/index.ts'
import { eraseLinks, LINK_PURGES } from './mailed-links/index.ts'
import { authorizationRoutes } from './oauth/authorize/index.ts'
import { discoveryRoutes } from './oauth/discovery/index.ts'
import { oauthProblemReply } from './oauth/index.ts'
import { introspectionRoutes } from './oauth/introspect/index.ts'
import { revocationRoutes } from './oauth/revoke/index.ts'
import { tokenRoutes } from './oauth/token/index.ts'
import { userinfoRoutes } from './oauth/userinfo/index.ts'
import { assets, assetsOf, type Design, designOf } from './pages/index.ts'
import {
  dropYoungPasskeys,
  erasePasskeys,
  PASSKEY_PURGES,
  passkeyEntry,
  passkeyProofs,
  passkeyRoutes,
  tellPasskeys,
} from './passkeys/index.ts'
import { createPasswordHasher } from './passwords/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { packAsset } from './platform/http/asset-reply.ts'
import type { TrustedProxies } from './platform/http/client-address.ts'
import { cookieJar } from './platform/http/cookies.ts'
import type { HttpProblem } from './platform/http/problem.ts'
import { type HttpRequest, type Route, route } from './platform/http/route.ts'
import { createServer, type HttpServer, type ServerNeeds } from './platform/http/server.ts'
import type { Metric } from './platform/metric.ts'
import type { OwnData } from './platform/own-data.ts'
import type { Database } from './platform/postgres/database.ts'
import type { Purge } from './platform/postgres/purge.ts'
import {
  createRateLimits,
  type LimitConfig,
  type RateLimits,
  removeEndedCounters,
} from './rate-limits/index.ts'
import { type AfterRecovery, afterRecoveryIn, type RoomInRecovery, recoveryRoutes } from './recovery/index.ts'
import {
  codeProofs,
  dropYoungApps,
  removeSecondFactor,
  SECOND_FACTOR_PURGES,
  secondFactorEntry,
  secondFactorRoutes,
  tellCodes,
} from './second-factor/index.ts'
import { signInRoutes } from './sign-in/index.ts'
import { ensureSigningKey, openSigner, type Signer, signingKeyMetrics } from './signing-keys/index.ts'

/** The settings that the rooms use. */
export interface ServiceConfig {
  readonly baseUrl: string
  readonly serviceName: string
  readonly trustedProxies: TrustedProxies
  readonly redisUrl: string | undefined
  readonly limits: LimitConfig
  readonly passwordMinLength: number
  readonly closingWaitDays: number
  readonly lostAppWaitDays: number
  readonly addressChangeWaitDays: number
  readonly brand?: Brand | undefined
  readonly securityContact?: string | undefined
  /** The most password hashes at once. */
  readonly hashingConcurrency: number
  /** How long one request may wait for the database. */
  readonly databaseDeadlineMilliseconds: number
}

/** The sender of letters: whether mail can be sent, and a call for a new letter. */
export interface Mailer {
  available(): boolean
  wake(): void
}

/** The composed service. */
export interface Service {
  readonly server: HttpServer
  /** What the server is made of, for another one with other routes. */
  readonly serverNeeds: ServerNeeds
  /** All routes, so that a test can visit each of them. */
  readonly routes: readonly Route[]
  readonly limits: RateLimits
  /** What the rooms count. */
  readonly metrics: readonly Metric[]
  readonly signer: Signer
}

/** Called after each answer, for the metrics. */
export type OnAnswer = (route: string, http: HttpRequest, status: number, seconds: number) => void

/** The most hashes that wait. The next request is refused and may come again, so nobody waits long. */
const MOST_WAITING_HASHES = 64

/** The routes and the rows of one room. */
interface Room extends RoomInRecovery {
  readonly routes?: (service: ComposedService) => readonly Route[]
  /** Delete expired rows, one for each of its tables. */
  readonly purges?: readonly Purge[]
  /** Deletes its rows about a citizen whose account is closed, in that transaction. */
  readonly erase?: (tx: Database, citizenId: string) => Promise<void>
  /** What it has about a citizen, by the name that it has in the citizen's copy. */
  readonly tell?: Readonly<Record<string, OwnData>>
  /** What it does where the citizen ends everything, in that transaction: what signs in beside the password goes. */
  readonly revoke?: AfterRecovery
  /** What it does after a citizen signed in with more than the password, in that transaction. */
  readonly provenMore?: AfterRecovery
}

/** The rooms. To remove a room of the top storey, delete its folder and its line. */
const ROOMS: readonly Room[] = [
  { tell: { profile: tellProfile } },
  { routes: healthRoutes },
  { routes: discoveryRoutes },
  { routes: authorizationRoutes },
  { routes: tokenRoutes },
  { routes: revocationRoutes },
  { routes: introspectionRoutes },
  { routes: endedFeedRoutes },
  { routes: userinfoRoutes },
  { routes: enrollmentRoutes },
  { routes: recoveryRoutes },
  { routes: signInRoutes },
  {
    routes: passkeyRoutes,
    purges: PASSKEY_PURGES,
    erase: erasePasskeys,
    young: { keys: 'passkeys', drop: dropYoungPasskeys },
    revoke: async ({ db }, { citizenId }) => erasePasskeys(db, citizenId),
    tell: { passkeys: tellPasskeys },
  },
  {
    routes: secondFactorRoutes,
    purges: SECOND_FACTOR_PURGES,
    erase: async (tx, citizenId) => void (await removeSecondFactor(tx, citizenId)),
    young: { keys: 'apps', drop: dropYoungApps },
    tell: { codes: tellCodes },
  },
  {
    routes: lostAppRoutes,
    erase: async (tx, citizenId) => void (await deleteRemoval(tx, citizenId)),
    recovered: stopRemovalBecause('recovery'),
    revoke: stopRemovalBecause('was-not-me'),
    provenMore: stopRemovalBecause('signed-in'),
    tell: { app_removal: tellRemoval },
  },
  {
    routes: changeAddressRoutes,
    erase: forgetChange,
    recovered: stopChangeBecause('recovery'),
    revoke: stopChangeBecause('was-not-me'),
    tell: { address_change: tellChange },
  },
  { routes: accountRoutes },
  { routes: activityRoutes, tell: { activity: tellActivity } },
  { routes: dataRoutes },
  { routes: closingRoutes, erase: deleteClosing },
  { routes: assetRoutes },
  { routes: knownAddressRoutes },
  { purges: ANSWER_PURGES },
  { purges: LINK_PURGES, erase: eraseLinks },
  { purges: ACCESS_PURGES, erase: eraseAccess, tell: { sessions: tellSessions, programs: tellPrograms } },
  { purges: ATTEMPT_PURGES, erase: eraseAttempts, tell: { known_browsers: tellBrowsers } },
  { purges: [removeEndedCounters] },
]

/** How each room deletes expired rows from its tables. */
export const PURGES = ROOMS.flatMap(({ purges }) => purges ?? [])

/** What each room has about a citizen. */
const OWN_DATA = ROOMS.flatMap(({ tell }) => Object.entries(tell ?? {}))

/** Purges whose run reads many rows that stay. */
export const SELDOM_PURGES: readonly Purge[] = [purgeDevices]

/** Deletes the rows of every room about a citizen, in the transaction that closes the account. */
export async function eraseCitizen(tx: Database, citizenId: string): Promise<void> {
  for (const { erase } of ROOMS) await erase?.(tx, citizenId)
}

/** Does what the rooms do at one of these moments, one after the other. */
const inEachRoom =
  (moment: 'revoke' | 'provenMore'): AfterRecovery =>
  async (needs, citizen, origin) => {
    for (const room of ROOMS) await room[moment]?.(needs, citizen, origin)
  }

/** Composes the service from its rooms. Only this file knows them all. */
export async function composeService(
  foundation: Foundation,
  config: ServiceConfig,
  mail: Mailer,
  onAnswer: OnAnswer = () => undefined,
): Promise<Service> {
  await ensureSigningKey(foundation)
  const service = composeParts(foundation, config, mail, await openSigner(foundation))
  const ofRooms = ROOMS.flatMap((room) => room.routes?.(service) ?? [])
  const routes = [...ofRooms, ...apiDocumentRoutes(service, ofRooms)]
  const https = config.baseUrl.startsWith('https:')
  const page = (problem: HttpProblem, http: HttpRequest) =>
    problemReply(pageRequestOf(service, http), problem)
  const problemReplies = { page, oauth: oauthProblemReply }
  const serverNeeds: ServerNeeds = { ...service, routes, https, problemReplies, onAnswer }
  const { limits, passwords, signer, waitingPolls } = service
  const metrics = [
    ...[limits, passwords, waitingPolls].flatMap((counted) => counted.metrics),
    ...signingKeyMetrics(foundation),
  ]
  return { server: createServer(serverNeeds), serverNeeds, routes, limits, metrics, signer }
}

/** Everything that a room may use. */
type ComposedService = ReturnType<typeof composeParts>

function composeParts(foundation: Foundation, config: ServiceConfig, mail: Mailer, signer: Signer) {
  const { db } = foundation
  return {
    ...foundation,
    ...config,
    mail,
    signer,
    design: designOf(config.brand),
    limits: createRateLimits({ ...foundation, ...config }),
    cookies: cookieJar(config.baseUrl),
    passkeys: passkeyEntry({ ...foundation, ...config }),
    secondFactor: secondFactorEntry(foundation),
    strongProofs: async (citizenId: string) => [
      ...(await passkeyProofs(db, citizenId)),
      ...(await codeProofs(db, citizenId)),
    ],
    clients: createClientAuthenticator(foundation),
    directory: createClientDirectory(db),
    passwords: createPasswordHasher({
      concurrency: config.hashingConcurrency,
      maxWaiting: MOST_WAITING_HASHES,
    }),
    access: openHotStatements({ ...foundation, ...config }),
    waitingPolls: openWaitingPolls(foundation),
    revokeKeys: inEachRoom('revoke'),
    afterRecovery: afterRecoveryIn(ROOMS),
    provenMore: inEachRoom('provenMore'),
    lostApp: (citizenId: string) => removalDueAt(db, citizenId),
    hasAskedToClose: (citizenId: string) => hasAsked(db, citizenId),
    closesNotBefore: undoUntil,
    ownData: OWN_DATA,
    namesHere: () => namesHere(db, config),
  }
}

/** The names at the head of the pages, and their host: attackers try them first as passwords. */
async function namesHere(
  db: Database,
  { serviceName, baseUrl }: Pick<ServiceConfig, 'serviceName' | 'baseUrl'>,
): Promise<readonly string[]> {
  return [serviceName, new URL(baseUrl).hostname, ...(await listClientNames(db))]
}

function assetRoutes({ design }: { readonly design: Design }): readonly Route[] {
  return [...assets, ...assetsOf(design)].map(({ path, contentType, body }) => {
    const packed = packAsset(contentType, body)
    return route('GET', path, 'page', (request) => packed.replyTo(request.header('accept-encoding')))
  })
}
