import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ListeningServer, listen, type Place } from '../platform/http/listen.ts'
import { createServer } from '../platform/http/node-http.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Metrics } from './metrics.ts'
import { CONTENT_TYPES, formatFor } from './text-format.ts'

/** Listens for `/metrics` and `/readyz`. */
export function openMetricsServer(
  needs: { readonly metrics: Metrics; readonly db: Database },
  place: Place,
): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    // A metric that cannot be read fails this answer, and never the process.
    answer(needs, request, response).catch(() => response.writeHead(500).end('Cannot be read now\n'))
  })
  return listen(server, place)
}

async function answer(
  { metrics, db }: { readonly metrics: Metrics; readonly db: Database },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === '/metrics') {
    const format = formatFor(request.headers.accept)
    const text = await metrics.text(format)
    response.writeHead(200, { 'content-type': CONTENT_TYPES[format], vary: 'Accept' }).end(text)
  } else if (request.url === '/readyz') {
    const ready = await db.query`select 1 as ready`.then(
      () => true,
      () => false,
    )
    response
      .writeHead(ready ? 200 : 503, { 'content-type': 'text/plain' })
      .end(ready ? 'ready\n' : 'no database\n')
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for /metrics or /readyz\n')
  }
}
