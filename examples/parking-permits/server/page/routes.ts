import type { FastifyInstance } from 'fastify'
import type { Page } from './bundle-page.ts'

/** Serves the page and its files. The page is not cached, because its address may contain a one-use code. */
export function pageRoutes(app: FastifyInstance, { html, paths, assets }: Page): void {
  for (const path of paths) app.get(path, (_request, reply) => reply.type(html.type).send(html.body))

  for (const [path, { type, body, etag }] of assets) {
    app.get(path, (request, reply) => {
      reply.headers({ 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(body)
    })
  }
}
