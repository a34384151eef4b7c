/**
 * The store for development and tests: everything in this process, gone with it unless a file keeps it. Refused in
 * production, where instances must agree.
 */
export { type EmbeddedTx, embeddedStore } from './embedded-store.ts'
