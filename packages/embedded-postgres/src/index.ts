/**
 * A real PostgreSQL server on a data folder, for development, tests and small deployments: started, joined where it runs
 * already, started again when it was killed, and stopped by the last process that uses it. It listens on a Unix socket
 * alone. What the database holds is no concern of this package, nor is a server that somebody else runs.
 */
export { hasCluster, type ServerUser, serverUser } from './places.ts'
export { type EmbeddedOptions, type EmbeddedServer, findServerParts, startEmbeddedServer } from './server.ts'
export { EmbeddedTrouble } from './trouble.ts'
