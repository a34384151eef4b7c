import type { FastifyInstance } from 'fastify'

/** The page loads from here and talks to here; its forms are sent by its script, and by nothing else. */
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

/** What every answer carries unless its route says otherwise. */
export function addSafeHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }): void {
  const headers = { ...SAFE, ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }) }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
