import { type ListeningServer, listen, type Place } from '../platform/http/listen.ts'
import { createServer } from '../platform/http/node-http.ts'

const LIMITS = { requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 } as const
const HEADERS = { 'content-type': 'application/json', connection: 'close' } as const

/**
 * Listens in place of the service while the schema does not fit: health says that the process answers, and everything else
 * is 503 and may be sent again.
 */
export function openNotReadyServer(serviceName: string, place: Place): Promise<ListeningServer> {
  const health = JSON.stringify({ status: 'ok', service: serviceName })
  const unavailable = JSON.stringify({ detail: 'The service is not ready yet. Try again in a moment.' })
  const server = createServer(LIMITS, (request, response) => {
    if (request.url === '/api/health/') response.writeHead(200, HEADERS).end(health)
    else response.writeHead(503, { ...HEADERS, 'retry-after': '2' }).end(unavailable)
  })
  return listen(server, place)
}
