/**
 * The server and its end, addresses, hosts, other origins, the names of the gate's cookies, and the clock. Nothing here knows about citizens.
 */
export { besideBackEnd, type CrossOrigin, crossOrigin } from './cross-origin.ts'
export { discardRest } from './discard-rest.ts'
export { isGateCookie, otherCookies } from './gate-cookies.ts'
export { type Access, type HttpServer, openHttpServer, type ServerNeeds } from './http-server.ts'
export { hasMethodOverride } from './method-override.ts'
export { isProgramHost } from './program-host.ts'
export { closeUntold, sendContinue } from './send-continue.ts'
export { systemClock } from './system-clock.ts'
export { type TrustedAddresses, trustedAddresses } from './trusted-addresses.ts'
