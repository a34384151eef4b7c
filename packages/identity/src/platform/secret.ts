import { hash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

/** A value that prints as `[secret]`. Only `reveal()` returns it. */
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
 * SHA-256, for values that are random enough to need no slow hash. It goes through a string: a buffer from OpenSSL has
 * memory of its own, which costs three times as much as the hash.
 */
export function sha256(value: string | Buffer): Buffer {
  return Buffer.from(sha256Key(value), 'binary')
}

/** SHA-256 as a string of 32 characters, one for each byte. As the key of a map it is cheaper than a buffer. */
export function sha256Key(value: string | Buffer): string {
  return hash('sha256', value, 'binary')
}

/** Compares two byte strings. The time depends only on their lengths. */
export function constantTimeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
