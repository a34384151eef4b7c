import type { FastifyInstance } from 'fastify'
import { isLanguage } from '../../words/languages.ts'
import { languageCookie, languageOf } from '../http/language.ts'
import { refuse } from '../http/problems.ts'
import type { Page } from './bundle-page.ts'

/**
 * Serves the page in the citizen's language, the choice of another one, and the files of the page. The page is not cached,
 * because its address may contain a one-use code.
 */
export function pageRoutes(
  app: FastifyInstance,
  { htmlIn, paths, assets }: Page,
  { isHttps }: { readonly isHttps: boolean },
): void {
  for (const path of paths) {
    app.get(path, (request, reply) =>
      reply.type('text/html; charset=utf-8').send(htmlIn(languageOf(request))),
    )
  }

  app.get<{ Params: { language: string } }>('/language/:language', (request, reply) => {
    const { language } = request.params
    if (!isLanguage(language)) return refuse(reply, 'not_found')
    return reply.header('set-cookie', languageCookie(language, isHttps)).redirect('/', 303)
  })

  for (const [path, { type, body, etag }] of assets) {
    app.get(path, (request, reply) => {
      reply.headers({ 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(body)
    })
  }
}
