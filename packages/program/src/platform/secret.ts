/** A value that says `[secret]` wherever it is printed; `reveal()` is the one way to it. */
export interface Secret {
  readonly kind: 'secret'
  reveal(): string
  toString(): '[secret]'
  toJSON(): '[secret]'
}

class HiddenValue implements Secret {
  readonly kind = 'secret'
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): '[secret]' {
    return '[secret]'
  }
  toJSON(): '[secret]' {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): '[secret]' {
    return '[secret]'
  }
}

/** Wraps a value so that console.log, JSON, util.inspect and template strings print `[secret]`. */
export function secret(value: string): Secret {
  return Object.freeze(new HiddenValue(value))
}

/** Whether a value is a Secret, from this copy of the package or another. */
export function isSecret(value: unknown): value is Secret {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'secret' &&
    'reveal' in value
  )
}
