/**
 * The store for development and tests. Its data are in the memory of the process, and in a file if the program names
 * one. In production it is refused, because several instances must share one store.
 */
export { type EmbeddedTx, embeddedStore } from './embedded-store.ts'
