import { pageRequestOf, problemReply } from './hosted-page/index.ts'
import { programBehind } from './oauth/authorize/index.ts'
import { oauthProblemReply } from './oauth/index.ts'
import { assets, assetsOf, type Design } from './pages/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { packAsset } from './platform/http/asset-reply.ts'
import type { HttpProblem } from './platform/http/problem.ts'
import { type HttpRequest, type Route, route } from './platform/http/route.ts'
import { createServer, type HttpServer, type ServerNeeds } from './platform/http/server.ts'
import type { Metric } from './platform/metric.ts'
import type { RateLimits } from './rate-limits/index.ts'
import { OF_ROOMS, ROOMS } from './rooms.ts'
import { composeParts, type Mailer, type ServiceConfig } from './service-parts.ts'
import { ensureSigningKey, openSigner, type Signer } from './signing-keys/index.ts'

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
export type OnAnswer = ServerNeeds['onAnswer']

/** What hears of answers. */
export interface Hears {
  readonly onAnswer?: OnAnswer | undefined
  readonly onRefusal?: ServerNeeds['onRefusal']
}

/** Composes the service from its rooms, which `rooms.ts` lists. */
export async function composeService(
  foundation: Foundation,
  config: ServiceConfig,
  mail: Mailer,
  { onAnswer = () => undefined, onRefusal = () => undefined }: Hears = {},
): Promise<Service> {
  await ensureSigningKey(foundation)
  const signer = await openSigner(foundation)
  const service = composeParts(foundation, config, { mail, signer, ...OF_ROOMS })
  const open = ROOMS.flatMap((room) => room.open?.(service) ?? [])
  const own = [
    ...ROOMS.flatMap((room) => room.routes?.(service) ?? []),
    ...open.flatMap((room) => room.routes),
    ...assetRoutes(service),
  ]
  const routes = [...own, ...ROOMS.flatMap((room) => room.routesAboutOthers?.(service, own) ?? [])]
  const https = config.baseUrl.startsWith('https:')
  const page = (problem: HttpProblem, http: HttpRequest) => {
    const request = pageRequestOf(service, http)
    return problemReply(request, problem, { program: programBehind(service, request) })
  }
  const problemReplies = { page, oauth: oauthProblemReply }
  const serverNeeds: ServerNeeds = { ...service, routes, https, problemReplies, onAnswer, onRefusal }
  const { limits } = service
  const metrics = [
    ...ROOMS.flatMap((room) => room.metrics?.(service) ?? []),
    ...open.flatMap((room) => room.metrics),
  ]
  return { server: createServer(serverNeeds), serverNeeds, routes, limits, metrics, signer }
}

function assetRoutes({ design }: { readonly design: Design }): readonly Route[] {
  return [...assets, ...assetsOf(design)].map(({ path, contentType, body }) => {
    const packed = packAsset(contentType, body)
    return route('GET', path, 'page', (request) => packed.replyTo(request.header('accept-encoding')))
  })
}
