/**
 * Node's crypto module, or undefined on other platforms. WebCrypto gives the same results, but hands each piece of work
 * to another thread. For a digest or a sealed row, that takes many times as long as the work.
 */
export const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto')
