import type { ServerResponse } from 'node:http'
import type { Logger } from '@portico/program'
import { type HttpServer, openHttpServer } from '../platform/index.ts'
import type { GateMetrics } from './gate-metrics.ts'

/** What it tells. */
export interface MetricsServerNeeds {
  readonly metrics: Pick<GateMetrics, 'contentType' | 'text'>
  readonly readiness: { look(): Promise<{ readonly ready: boolean }> }
  readonly log: Logger
  /** Says to people where it listens. */
  say(sentence: string): void
}

/** Listens for `/healthz`, `/readyz` and `/metrics`. Null for nowhere. */
export async function openMetricsServer(
  { say, ...needs }: MetricsServerNeeds,
  place: { readonly host: string; readonly port: number } | null,
): Promise<HttpServer | null> {
  if (!place) return null
  const server = await openAt(needs, place)
  say(`Metrics and readiness: ${server.host}:${server.port}`)
  return server
}

function openAt(
  { metrics, readiness, log }: Omit<MetricsServerNeeds, 'say'>,
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
