import { findGlassVisitor, findOpenGlass, type GlassVisitor, type HttpRequest } from '@portico/identity/parts'
import { nameUserAgent } from '@portico/program'
import type { ConsoleNeeds } from './console-needs.ts'
import { networkOf } from './network.ts'
import { PLACES } from './places.ts'

/** The cookie of a session that a code has opened. */
export const GLASS_COOKIE = 'portico_console_glass'

/**
 * What such a session shows: how the service is, and no citizen. A place is here because somebody who cannot sign in needs it; whatever is added to the console is not, until it is written here. The form
 * of the audit is posted, so that what is looked for is in no address.
 */
const SHOWN: ReadonlySet<string> = new Set([
  ...[PLACES.today, PLACES.letters, PLACES.programs, PLACES.keys, PLACES.limits, PLACES.audit].map(
    ({ path }) => `GET ${path}`,
  ),
  `GET ${PLACES.operators.path}`,
  `GET ${PLACES.settings.path}`,
  `POST ${PLACES.audit.path}`,
])

/** Whether a session that a code has opened shows this page, where its operator's role does. */
export function isShownByGlass({ method, path }: Pick<HttpRequest, 'method' | 'path'>): boolean {
  return SHOWN.has(`${method} ${path}`)
}

/** The browser and the network of a request, as a session keeps them. */
export function glassDeviceOf(http: HttpRequest) {
  const { browser, system } = nameUserAgent(http.header('user-agent') ?? null)
  return { browser: `${browser ?? ''} ${system ?? ''}`.trim(), network: networkOf(http.address) }
}

/** Who asks by the cookie of such a session. `elsewhere`: it came from another browser or network, and is over. */
export async function findVisitor(
  needs: ConsoleNeeds,
  http: HttpRequest,
): Promise<GlassVisitor | 'elsewhere' | undefined> {
  const cookie = http.cookie(GLASS_COOKIE)
  if (cookie === undefined) return undefined
  const { address, requestId } = http
  const views = { ...needs, db: needs.guardDb }
  return findGlassVisitor(views, { cookie, device: glassDeviceOf(http), from: { address, requestId } })
}

/** What every page says while the console can be entered without a sign-in, and whether this page is of such a session. */
export async function glassOn(needs: ConsoleNeeds, { by }: Pick<GlassVisitor, 'by'>) {
  const open = await findOpenGlass(needs.guardDb)
  return open && { ...open, isOwn: isByGlass({ by }) }
}

/** Whether a code has let in who asks: each of their events says so. A sign-in gives no reason. */
export function isByGlass({ by }: Pick<GlassVisitor, 'by'>): boolean {
  return by.reason !== undefined
}

/** A way in that is open now. */
export type ShownGlass = NonNullable<Awaited<ReturnType<typeof glassOn>>>
