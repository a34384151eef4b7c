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

/** SHA-256, for values that are random enough to need no slow hash. */
export function sha256(value: string | Buffer): Buffer {
  return hash('sha256', value, 'buffer')
}

/** Compares two byte strings in a time that tells nothing but their lengths. */
export function constantTimeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
