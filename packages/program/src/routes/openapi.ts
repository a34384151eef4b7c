import { sha256Base64Url } from '../platform/index.ts'
import { apiDocument } from './api-document/document.ts'
import { empty, json } from './reply.ts'
import type { Endpoint } from './request-context.ts'

/** `GET openapi.json`: the document about these endpoints. Beside the contract. Who has it gets 304 (RFC 9110 section 13.1.2). */
export const openapi: Endpoint = async ({ service, request }) => {
  const document = apiDocument(service.settings)
  const etag = `"${await sha256Base64Url(JSON.stringify(document))}"`
  const headers = { 'cache-control': 'public, max-age=300', etag }
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*') ? empty(304, headers) : json(200, document, headers)
}
