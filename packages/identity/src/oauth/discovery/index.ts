/**
 * What a program reads to find its way: the metadata document (OpenID Connect Discovery 1.0 section 3, RFC 8414) and
 * the public key set. Only what this service does is advertised.
 */
export { type DiscoveryNeeds, discoveryRoutes } from './routes.ts'
