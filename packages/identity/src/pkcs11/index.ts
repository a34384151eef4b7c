/**
 * Signing keys in a token of PKCS#11 (a hardware security module): it makes them, keeps them, and signs. `PORTICO_PKCS11_…` name its module, its label
 * and its PIN. The module of the manufacturer runs in a process of its own, so what it does wrong ends neither the service nor reads its memory.
 */
export { openKeyToken } from './open-token.ts'
