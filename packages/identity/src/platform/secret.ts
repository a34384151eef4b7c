import { hash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

/** A value that must not be printed; `reveal()` is the one way to it. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [inspect.custom](): string {
    return '[secret]'
  }
}

/**
 * SHA-256, for values that are random enough to need no slow hash. It comes by way of a string: a buffer that OpenSSL
 * fills has memory of its own, which costs three times as much as the hash.
 */
export function sha256(value: string | Buffer): Buffer {
  return Buffer.from(sha256Key(value), 'binary')
}

/** The same as a string of 32 characters, one for each byte: to look something up by, and cheaper than a buffer. */
export function sha256Key(value: string | Buffer): string {
  return hash('sha256', value, 'binary')
}

/** Compares two byte strings in a time that tells nothing but their lengths. */
export function constantTimeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
