import type { Config } from './config.ts'
import { healthRoutes } from './health/index.ts'
import { formlessFrame, problemReply } from './hosted-page/index.ts'
import { designOf } from './pages/index.ts'
import { cookieJar } from './platform/http/cookies.ts'
import type { HttpProblem } from './platform/http/problem.ts'
import type { HttpRequest } from './platform/http/route.ts'
import { createServer, type HttpServer } from './platform/http/server.ts'
import type { Log } from './platform/log.ts'
import type { Random } from './platform/random.ts'

/** The settings of a server that is not ready: where it listens, and what its page looks like. */
export type NotReadyConfig = Pick<
  Config,
  'baseUrl' | 'serviceName' | 'timeZone' | 'brand' | 'host' | 'port' | 'trustedProxies'
>

/**
 * Listens in place of the service while the schema does not fit. Health says that the process answers. Everything else is
 * 503 and may be sent again: JSON for programs, a page for people.
 */
export async function openNotReadyServer(needs: {
  readonly config: NotReadyConfig
  readonly log: Log
  readonly random: Random
}): Promise<{ readonly server: HttpServer; readonly address: string }> {
  const { config } = needs
  const design = designOf(config.brand)
  const reply = (problem: HttpProblem, http: HttpRequest) =>
    problemReply({ frame: formlessFrame({ ...config, design }, http) }, problem)
  const server = createServer({
    ...needs,
    routes: healthRoutes(config),
    cookies: cookieJar(config.baseUrl),
    trustedProxies: config.trustedProxies,
    https: config.baseUrl.startsWith('https:'),
    problemReplies: { page: reply, oauth: reply },
    elsewhere: 'unavailable',
    onAnswer: () => undefined,
  })
  return { server, address: await server.listen(config) }
}
