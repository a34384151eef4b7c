/**
 * Node's own crypto, where this is Node. WebCrypto does the same everywhere, but hands each piece of work to a thread and
 * back, which for a digest or a sealed row takes many times as long as the work itself.
 */
export const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto')
