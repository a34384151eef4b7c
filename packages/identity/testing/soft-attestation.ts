import type { KeyObject } from 'node:crypto'

/** An attestation: its format, and its statement in CBOR. */
export interface SoftAttestation {
  readonly format: string
  readonly statement: Buffer
}

/** The bytes that an attestation signs, and the key of the new passkey. */
export interface AttestedBy {
  readonly signed: Buffer
  readonly key: KeyObject
}

/** A text of at most 23 bytes in CBOR (RFC 8949). */
export function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

/** Bytes in CBOR, at least 24 of them, with the shortest length. */
export function cborBytes(bytes: Buffer): Buffer {
  const length = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(length), bytes])
}

/** No attestation. */
export const noAttestation = (): SoftAttestation => ({ format: 'none', statement: Buffer.from([0xa0]) })
