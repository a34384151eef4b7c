import type { ServerResponse } from 'node:http'
import type { Logger } from '@portico/program'
import { type HttpServer, openHttpServer } from '../platform/index.ts'
import type { GateMetrics } from './gate-metrics.ts'
import type { Readiness } from './readiness.ts'

/** What it tells. */
export interface MetricsServerNeeds {
  readonly metrics: GateMetrics
  readonly readiness: Readiness
  readonly log: Logger
}

/** Listens for `/healthz`, `/readyz` and `/metrics`. */
export function openMetricsServer(
  { metrics, readiness, log }: MetricsServerNeeds,
  place: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/healthz': async (response) => json(response, 200, { status: 'ok' }),
    async '/readyz'(response) {
      const report = await readiness.look()
      json(response, report.ready ? 200 : 503, report)
    },
    async '/metrics'(response) {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    },
  }
  return openHttpServer(
    {
      log,
      async answer({ url = '' }, response) {
        if (Object.hasOwn(answers, url)) await answers[url]?.(response)
        else
          response
            .writeHead(404, { 'content-type': 'text/plain' })
            .end('Ask for /healthz, /readyz or /metrics\n')
        return url
      },
    },
    place,
  )
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify(body)}\n`)
}
