/**
 * Answers a proxy that asks about each request before it passes it on: nginx (`auth_request`), Traefik (`forwardAuth`),
 * Caddy (`forward_auth`) and Envoy (`ext_authz` over HTTP). It reads the visitor's request from what the proxy says, and
 * answers 200 with the identity or the refusal. The proxy is believed, so only trusted addresses may ask.
 */
export { createForwardAuth } from './forward-auth.ts'
export { PROXY_KINDS, type ProxyKind } from './original-request.ts'
