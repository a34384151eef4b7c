import type { Bytes } from './bytes.ts'

/** Randomness, as it is handed in. */
export interface Random {
  bytes(count: number): Bytes
  /** A version 4 UUID (RFC 9562 section 5.4). */
  uuid(): string
}
