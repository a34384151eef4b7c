/**
 * What a program reads about the service: the metadata document (OpenID Connect Discovery 1.0 section 3, RFC 8414) and
 * the public key set. They list only what this service supports.
 */
export { type DiscoveryNeeds, discoveryRoutes } from './routes.ts'
