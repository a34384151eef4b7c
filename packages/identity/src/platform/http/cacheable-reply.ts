import { sha256 } from '../secret.ts'
import { empty, type Reply } from './reply.ts'
import type { HttpRequest } from './route.ts'

const MAX_AGE_SECONDS = 300

/**
 * Answers every request with one reply, which caches may keep for five minutes. Who has it gets 304 without a body
 * (RFC 9110 section 13.1.2), with the same `Vary` (section 15.4.5). The tag of a reply that is sent
 * as gzip and as it is, is weak (section 8.8.1).
 */
export function cacheable(reply: Reply): (http: Pick<HttpRequest, 'header'>) => Reply {
  const tag = `"${sha256(String(reply.body)).toString('base64url')}"`
  const etag = reply.constant ? `W/${tag}` : tag
  const headers = { 'cache-control': `public, max-age=${MAX_AGE_SECONDS}`, etag }
  const whole = { ...reply, headers: { ...reply.headers, ...headers } }
  const { vary } = reply.headers
  const unchanged = empty(304, { headers: { ...headers, ...(vary !== undefined && { vary }) } })
  return (http) => (names(http.header('if-none-match'), tag) ? unchanged : whole)
}

/** Compares weakly (RFC 9110 sections 8.8.3.2 and 13.1.2). */
function names(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
