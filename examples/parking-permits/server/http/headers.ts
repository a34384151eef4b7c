import type { FastifyInstance } from 'fastify'

/** The page loads files from and sends requests to its own origin only. Only its script may send its forms. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SAFE = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Adds the headers of every response. A route may change them. */
export function addSafeHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }): void {
  const headers = { ...SAFE, ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }) }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
