import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ListeningServer, listen, type Place } from '../platform/http/listen.ts'
import { createServer } from '../platform/http/node-http.ts'
import type { Metrics } from './metrics.ts'
import { CONTENT_TYPES, formatFor } from './text-format.ts'

/** The numbers, and what `/readyz` answers. */
export interface MetricsServerNeeds {
  readonly metrics: Pick<Metrics, 'text'>
  readonly readiness: { look(): Promise<{ readonly ready: boolean }> }
}

/** Listens for `/metrics` and `/readyz`. */
export function openMetricsServer(needs: MetricsServerNeeds, place: Place): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    // A metric that cannot be read fails this answer, and never the process.
    answer(needs, request, response).catch(() => response.writeHead(500).end('Cannot be read now\n'))
  })
  return listen(server, place)
}

async function answer(
  { metrics, readiness }: MetricsServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === '/metrics') {
    const format = formatFor(request.headers.accept)
    const text = await metrics.text(format)
    response.writeHead(200, { 'content-type': CONTENT_TYPES[format], vary: 'Accept' }).end(text)
  } else if (request.url === '/readyz') {
    const report = await readiness.look()
    response
      .writeHead(report.ready ? 200 : 503, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
      .end(`${JSON.stringify(report)}\n`)
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for /metrics or /readyz\n')
  }
}
