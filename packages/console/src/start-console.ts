import {
  asset,
  assetsOf,
  cookieJar,
  createServiceServer,
  type DatabasePool,
  formlessFrame,
  type HttpRequest,
  inLanguage,
  isOnSeveralServers,
  isUndefinedTable,
  keyring,
  type Log,
  mayDoMore,
  openMetricsServer,
  openPool,
  problemReply,
  type Route,
  route,
  VIEWS_SCHEMA,
} from '@portico/identity/parts'
import { actRoutes } from './act-routes.ts'
import { problemRefusal } from './api/api-refusal.ts'
import { apiRoutes } from './api/api-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { breakGlassRoutes } from './break-glass-routes.ts'
import { citizenRoutes } from './citizen-routes.ts'
import type { ConsoleConfig } from './config.ts'
import { createConsoleMetrics } from './console-metrics.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consoleDesign, consoleMark, ICON } from './console-page.ts'
import { languageRoutes } from './language-routes.ts'
import { letterRoutes } from './letter-routes.ts'
import { limitRoutes } from './limit-routes.ts'
import { listRoutes } from './list-routes.ts'
import { openSignIn } from './operator-sign-in.ts'
import { orderRoutes } from './order-routes.ts'
import { PLACES } from './places.ts'
import { programRoutes } from './program-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { settingRoutes } from './settings-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { todayRoutes } from './today-routes.ts'
import { waitingRoutes } from './waiting-routes.ts'
import { CONSOLE_WORDS } from './words/index.ts'

/** What a console is started with, besides its settings. */
export interface StartNeeds extends Pick<ConsoleNeeds, 'clock' | 'random' | 'wait'> {
  readonly log: Log
}

/** A console that runs. */
export interface RunningConsole {
  /** Where it listens on this machine. */
  readonly address: string
  close(): Promise<void>
}

const CONNECTIONS = 6
const GUARD_CONNECTIONS = 2
/** Strangers with wrong keys wait for each other, and for no operator. */
const KEY_CONNECTIONS = 2
const DEADLINE_MILLISECONDS = 10_000

/** The role of the console may do more than it needs, so that the views protect nothing. */
class RoleMayDoMore extends Error {
  override readonly name = 'RoleMayDoMore'
}

/** The tables are distributed, where this role can read nothing. */
class OnSeveralServers extends Error {
  override readonly name = 'OnSeveralServers'
}

/** Opens the database as the console's role, and listens. Throws where the database or the port cannot be had, RoleMayDoMore, and OnSeveralServers. */
export async function startConsole(config: ConsoleConfig, needs: StartNeeds): Promise<RunningConsole> {
  const closings: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    const open = (connections: number) => {
      // A migration takes the views away, and makes them again when it is done.
      const options = {
        connections,
        deadlineMilliseconds: DEADLINE_MILLISECONDS,
        access: 'any',
        isAway: isUndefinedTable,
      } as const
      const pool = openPool({ kind: 'url', url: withViews(config.databaseUrl) }, options)
      closings.push(() => pool.close())
      return pool
    }
    const [db, guardDb, keyDb] = [open(CONNECTIONS), open(GUARD_CONNECTIONS), open(KEY_CONNECTIONS)]
    if (await mayDoMore(guardDb))
      throw new RoleMayDoMore(
        'The role of PORTICO_CONSOLE_DATABASE_URL may read tables, make things, or be another role: name the one that portico console prepare was given.',
      )
    if (await isOnSeveralServers(guardDb))
      throw new OnSeveralServers(
        'The tables are distributed, and there the role of the console can read nothing: operators use the commands (docs/citus.md).',
      )
    const metrics = createConsoleMetrics()
    const signIn = await openSignIn(config, { ...needs, metrics, db: guardDb })
    closings.push(() => signIn.close())
    const { sso } = signIn
    const cookies = cookieJar(config.url)
    const notes = keyring([Buffer.from(config.key.reveal(), 'base64')], needs.random)
    const server = serverOf({
      ...{ ...needs, config, db, guardDb, keyDb, sso, cookies, trustedProxies: config.trustedProxies },
      ...{ metrics, onLook: metrics.onLook, keyring: notes, design: consoleDesign(config.brand) },
    })
    if (config.metricsPort !== undefined) {
      const readiness = { look: () => isReady(guardDb) }
      const place = { host: config.host, port: config.metricsPort }
      const numbers = await openMetricsServer({ metrics, readiness }, place)
      closings.push(() => numbers.close())
    }
    const address = await server.listen(config)
    closings.push(() => server.close())
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether the database answers: the console has nothing else of its own. */
async function isReady(db: DatabasePool): Promise<{ readonly ready: boolean }> {
  return db.query`select 1`.then(
    () => ({ ready: true }),
    () => ({ ready: false }),
  )
}

/** The address of the database, for statements that find the views in place of the tables. */
function withViews(databaseUrl: string): string {
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}search_path=${VIEWS_SCHEMA}`
}

function serverOf(needs: ConsoleNeeds & Pick<StartNeeds, 'log'>) {
  const { config, design, log, random, trustedProxies, cookies } = needs
  const https = config.url.startsWith('https:')
  const problem = (kind: Parameters<typeof problemReply>[1], http: HttpRequest) => {
    const { serviceName, timeZone } = config
    const frame = formlessFrame({ serviceName, timeZone, design }, http)
    const words = inLanguage(CONSOLE_WORDS, frame.language)
    const home = { path: PLACES.search.path, label: words.toConsole }
    const elsewhere = { home, mark: consoleMark(words), notFound: words.notFound }
    return problemReply({ frame }, kind, { elsewhere })
  }
  return createServiceServer({
    ...{ routes: routesOf(needs), log, random, trustedProxies, https, cookies },
    problemReplies: {
      page: problem,
      oauth: problem,
      api: problemRefusal,
    },
    onAnswer: needs.metrics.onAnswer,
  })
}

/** Every route. Each but the sign-in, the way in without one and the icon is made by `consoleRoute`, which has the guard, or by `apiRoute`, which asks for a key. */
function routesOf(needs: ConsoleNeeds): readonly Route[] {
  return [
    ...[ICON, ...assetsOf(needs.design)].map(({ path, contentType, body }) =>
      route('GET', path, 'page', async () => asset(contentType, Buffer.from(body))),
    ),
    ...signInRoutes(needs),
    ...breakGlassRoutes(needs),
    ...searchRoutes(needs),
    ...todayRoutes(needs),
    ...citizenRoutes(needs),
    ...actRoutes(needs),
    ...orderRoutes(needs),
    ...waitingRoutes(needs),
    ...auditRoutes(needs),
    ...limitRoutes(needs),
    ...letterRoutes(needs),
    ...listRoutes(needs),
    ...programRoutes(needs),
    ...settingRoutes(needs),
    ...languageRoutes(needs),
    ...apiRoutes(needs),
  ]
}
