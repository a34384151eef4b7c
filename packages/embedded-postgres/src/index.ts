/**
 * A PostgreSQL server on a data folder, for development, tests and small deployments. It is started, or joined where it
 * runs, restarted after a crash, and stopped by the last process that uses it. It listens only on a Unix socket. This
 * package does not know what the database contains, and does not touch servers of others.
 */
export { type ServerUser } from './hand-over.ts'
export { hasCluster, serverUser } from './places.ts'
export { type EmbeddedOptions, type EmbeddedServer, findServerParts, startEmbeddedServer } from './server.ts'
export { EmbeddedTrouble } from './trouble.ts'
